/**
 * The interpreter: a program, executed as written, all nodes and arcs at once.
 *
 * It makes the same steps as `dnar.machine.execute`, bit for bit: tests compare every step.
 */

import { FUNCTIONS } from "./functions.js";
import { UNLISTED } from "./program.js";

const UNHEARD = -1;

/** The machine before its first step. */
export function firstSnapshot(program, instance) {
  const scalars = {};
  for (const [name, scalar] of program.scalars) {
    const size = scalar.place === "node" ? instance.nodeCount : instance.arcCount;
    scalars[name] = Float64Array.from(instance.scalars[name] ?? new Float64Array(size));
  }
  const blank = {
    step: 0,
    nodeState: Int32Array.from(instance.nodeState),
    arcState: Int32Array.from(instance.arcState),
    scalars,
  };
  return feed(program, instance, blank);
}

/** Gives the streams their row of this step. */
function feed(program, instance, snapshot) {
  for (const { name, period } of program.streams) {
    snapshot.scalars[name] = instance.stream(name, Math.floor(snapshot.step / period));
  }
  return snapshot;
}

/** One step: the next snapshot, and which arcs and cases made it. */
export function step(program, instance, snapshot) {
  const heard = program.heads.map((_, head) => hear(program, instance, snapshot, head));
  const bits = new Int32Array(instance.arcCount);
  heard.forEach((arcs, head) => {
    for (const arc of arcs) if (arc !== UNHEARD) bits[arc] |= 1 << head;
  });
  const nodes = nextNodes(program, instance, snapshot, heard);
  const arcs = nextArcs(program, instance, snapshot, bits);
  const next = {
    step: snapshot.step + 1,
    nodeState: nodes.state,
    arcState: arcs.state,
    scalars: nextScalars(program, instance, snapshot, heard),
  };
  const fed = feed(program, instance, next);
  return { next: fed, heard, bits, nodeCase: nodes.fired, arcCase: arcs.fired };
}

/** The class of an arc: its sender's state and its own. */
export function arcClass(program, instance, snapshot, arc) {
  const sender = snapshot.nodeState[instance.sender[arc]];
  return sender * program.arcStates.length + snapshot.arcState[arc];
}

/** What a head compares at an arc, smaller is better; null if the row order decides. */
export function headKey(program, instance, snapshot, head) {
  const sign = head.prefer === "largest" ? -1 : 1;
  if (head.key === null) return sign === 1 ? null : (arc) => -instance.sender[arc];
  const values = snapshot.scalars[head.key];
  if (program.scalars.get(head.key).place === "node") {
    return (arc) => sign * values[instance.sender[arc]];
  }
  return (arc) => sign * values[arc];
}

/** Whether a key comes before another; what is no number comes last. */
function before(key, other) {
  return key < other || (Number.isNaN(other) && !Number.isNaN(key));
}

/** By class, the best arc of a row: the lowest key, of equal ones the first. */
export function bestOfRow(program, instance, snapshot, node, key) {
  const best = new Map();
  for (let arc = instance.row[node]; arc < instance.row[node + 1]; arc += 1) {
    const klass = arcClass(program, instance, snapshot, arc);
    const found = best.get(klass);
    if (found === undefined || (key !== null && before(key(arc), key(found)))) {
      best.set(klass, arc);
    }
  }
  return best;
}

function hear(program, instance, snapshot, number) {
  const head = program.heads[number];
  const table = program.listed[number];
  const width = 2 * program.nothing;
  const key = headKey(program, instance, snapshot, head);
  const heard = new Int32Array(instance.nodeCount).fill(UNHEARD);
  for (let node = 0; node < instance.nodeCount; node += 1) {
    const offset = snapshot.nodeState[node] * width;
    if (!program.orders[number][snapshot.nodeState[node]].length) continue;
    let best = null;
    let place = UNLISTED;
    for (let arc = instance.row[node]; arc < instance.row[node + 1]; arc += 1) {
      const entry = offset + 2 * arcClass(program, instance, snapshot, arc);
      let at = table[entry + 1];
      if (table[entry] !== UNLISTED) {
        best ??= bestOfRow(program, instance, snapshot, node, key);
        const klass = (entry - offset) / 2;
        if (best.get(klass) !== arc) at = table[entry];
        if (at < place) {
          place = at;
          heard[node] = arc;
        }
      } else if (at < place) {
        place = at;
        heard[node] = arc;
      } else if (at === place && at !== UNLISTED && key !== null) {
        if (before(key(arc), key(heard[node]))) heard[node] = arc;
      }
    }
  }
  return heard;
}

/** The sign of every comparison of a node or an arc. */
export function signsAt(program, place, snapshot, at) {
  return program.compared[place].map(({ left, right }) => {
    const [one, other] = [snapshot.scalars[left][at], snapshot.scalars[right][at]];
    return Number(one > other) - Number(one < other);
  });
}

const within = (values, allowed) =>
  allowed.every((some, at) => some === null || some.has(values[at]));

/** The classes that a node hears, one per head; the last number stands for nothing. */
export function told(program, instance, snapshot, heard, node) {
  return heard.map((arcs) =>
    arcs[node] === UNHEARD ? program.nothing : arcClass(program, instance, snapshot, arcs[node]),
  );
}

/** The first case that fits a node, or undefined. */
export function nodeOutcome(program, state, classes, signs) {
  return program.nodeCases[state].find(
    (each) => within(classes, each.heard) && within(signs, each.signs),
  );
}

function nextNodes(program, instance, snapshot, heard) {
  const state = Int32Array.from(snapshot.nodeState);
  const fired = new Int32Array(instance.nodeCount).fill(-1);
  for (let node = 0; node < instance.nodeCount; node += 1) {
    if (!program.nodeCases[state[node]].length) continue;
    const classes = told(program, instance, snapshot, heard, node);
    const signs = signsAt(program, "node", snapshot, node);
    const found = nodeOutcome(program, state[node], classes, signs);
    if (found) {
      state[node] = found.becomes;
      fired[node] = found.index;
    }
  }
  return { state, fired };
}

function nextArcs(program, instance, snapshot, bits) {
  const { receiver, sender, reverse } = instance;
  const old = snapshot.arcState;
  const state = Int32Array.from(old);
  const fired = new Int32Array(instance.arcCount).fill(-1);
  for (let arc = 0; arc < instance.arcCount; arc += 1) {
    const cases = program.arcCases[old[arc]];
    if (!cases.length) continue;
    const back = reverse[arc];
    const to = snapshot.nodeState[receiver[arc]];
    const from = snapshot.nodeState[sender[arc]];
    let signs = null;
    for (const each of cases) {
      if (each.receiver !== null && !each.receiver.has(to)) continue;
      if (each.sender !== null && !each.sender.has(from)) continue;
      if (each.reverse !== null && !each.reverse.has(old[back])) continue;
      if ((bits[arc] & each.heard.mask) !== each.heard.bits) continue;
      if ((bits[back] & each.back.mask) !== each.back.bits) continue;
      signs ??= signsAt(program, "arc", snapshot, arc);
      if (!within(signs, each.signs)) continue;
      state[arc] = each.becomes;
      fired[arc] = each.index;
      break;
    }
  }
  return { state, fired };
}

function nextScalars(program, instance, snapshot, heard) {
  const following = { ...snapshot.scalars };
  for (const op of program.ops) {
    const total = new Float64Array(snapshot.scalars[op.target].length);
    for (const term of op.terms) {
      addTerm(program, instance, snapshot, heard, op.target, term, (at, value) => {
        total[at] += value;
      });
    }
    following[op.target] = total;
  }
  return following;
}

/** Calls `add(at, value, arc)` wherever a term's gate is open, in the order of the sum. */
export function addTerm(program, instance, snapshot, heard, target, term, add) {
  const { open, gate } = term;
  const atNode = program.scalars.get(target).place === "node";
  const own = atNode ? snapshot.nodeState : snapshot.arcState;
  const values = snapshot.scalars[term.scalar ?? target];
  if (gate === "push" && atNode) {
    for (let arc = 0; arc < instance.arcCount; arc += 1) {
      if (open.has(snapshot.arcState[arc])) add(instance.receiver[arc], values[arc], arc);
    }
    return;
  }
  if (gate === "push" || gate === "take") {
    const end = gate === "push" ? instance.sender : instance.receiver;
    for (let arc = 0; arc < instance.arcCount; arc += 1) {
      if (open.has(snapshot.nodeState[end[arc]])) add(arc, values[end[arc]], arc);
    }
    return;
  }
  const head = gate === "pull" ? program.heads.findIndex(({ name }) => name === term.head) : -1;
  const ofArc = gate === "pull" && program.scalars.get(term.scalar).place === "arc";
  for (let at = 0; at < own.length; at += 1) {
    if (!open.has(own[at])) continue;
    if (gate === "inc") add(at, term.number);
    else if (gate === "keep") add(at, values[at]);
    else if (gate === "apply") {
      const parts = term.arguments.map((name) => snapshot.scalars[name][at]);
      add(at, FUNCTIONS[term.function].compute(...parts));
    } else {
      const arc = heard[head][at];
      if (arc !== UNHEARD) add(at, values[ofArc ? arc : instance.sender[arc]], arc);
    }
  }
}
