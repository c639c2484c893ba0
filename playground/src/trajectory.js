/**
 * A trajectory: what every step changed, computed as far as somebody looked.
 *
 * Changes hold old and new values, so that a run is walked in both directions.
 */

import { firstSnapshot, step } from "./interpreter.js";

export class Trajectory {
  constructor(program, instance, limit = Infinity) {
    this.program = program;
    this.instance = instance;
    this.limit = limit;
    this.changes = [];
    this.halted = false;
    this.last = firstSnapshot(program, instance);
    this.cursor = firstSnapshot(program, instance);
    this.kept = program.json.scalars.filter(({ start }) => start !== "stream");
  }

  /** Steps that are known so far. */
  get length() {
    return this.changes.length;
  }

  /** Whether all steps are known. */
  get complete() {
    return this.halted || this.length >= this.limit;
  }

  /** Computes steps until `wanted` are known, the run halts, or the time is up. */
  compute(wanted = Infinity, milliseconds = Infinity) {
    const end = performance.now() + milliseconds;
    while (!this.complete && this.length < wanted) {
      const { next } = step(this.program, this.instance, this.last);
      const change = this.changeTo(next);
      if (change === null) {
        this.halted = true;
        break;
      }
      this.changes.push(change);
      this.last = next;
      if (performance.now() > end) break;
    }
    return this.complete;
  }

  changeTo(next) {
    const change = {
      nodeState: difference(this.last.nodeState, next.nodeState),
      arcState: difference(this.last.arcState, next.arcState),
      scalars: {},
    };
    let some = change.nodeState.at.length + change.arcState.at.length;
    for (const { name } of this.kept) {
      change.scalars[name] = difference(this.last.scalars[name], next.scalars[name]);
      some += change.scalars[name].at.length;
    }
    return some ? change : null;
  }

  /** The snapshot after so many known steps; it is the same object at every call. */
  snapshot(number) {
    const wanted = Math.max(0, Math.min(number, this.length));
    const { cursor } = this;
    while (cursor.step !== wanted) {
      const forward = cursor.step < wanted;
      const change = this.changes[forward ? cursor.step : cursor.step - 1];
      const side = forward ? "after" : "before";
      write(cursor.nodeState, change.nodeState, side);
      write(cursor.arcState, change.arcState, side);
      for (const { name } of this.kept) {
        write(cursor.scalars[name], change.scalars[name], side);
      }
      cursor.step += forward ? 1 : -1;
    }
    for (const { name, period } of this.program.streams) {
      cursor.scalars[name] = this.instance.stream(name, Math.floor(wanted / period));
    }
    return cursor;
  }

  /** The step that follows a known snapshot: what is heard and which cases fire. */
  detail(number) {
    return step(this.program, this.instance, this.snapshot(number));
  }
}

function difference(old, following) {
  const at = [];
  for (let place = 0; place < old.length; place += 1) {
    if (old[place] !== following[place]) at.push(place);
  }
  const pick = (values) => at.map((place) => values[place]);
  return { at, before: pick(old), after: pick(following) };
}

function write(array, change, side) {
  change.at.forEach((place, number) => {
    array[place] = change[side][number];
  });
}
