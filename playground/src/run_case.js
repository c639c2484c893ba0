/** One case as JSON values: the same entry for Node and for a browser under test. */

import { readOutputs } from "./answer.js";
import { readInstance } from "./instance.js";
import { encode } from "./layouts.js";
import { compileProgram } from "./program.js";
import { Trajectory } from "./trajectory.js";
import { explainCase } from "./why.js";

/** JSON has no infinity and no NaN: they become text. */
const plain = (values) =>
  Array.from(values, (value) => (Number.isFinite(value) ? value : String(value)));

const change = ({ at, after }) => ({ at, new: plain(after) });

/**
 * A case has a `program`, an `instance` or a `task` with a `problem`, and a `limit` of steps.
 *
 * It may ask for `outputs` of the end, and for the sentences of some `why` {step, node}.
 */
export function runCase(given) {
  const program = compileProgram(given.program);
  const instance = given.instance
    ? readInstance(program, given.instance)
    : encode(given.task, program, given.problem);
  const trajectory = new Trajectory(program, instance, given.limit);
  trajectory.compute();
  const result = {
    halted: trajectory.halted,
    layout: given.instance ? null : layout(instance),
    steps: trajectory.changes.map(({ nodeState, arcState, scalars }) => ({
      nodes: change(nodeState),
      arcs: change(arcState),
      scalars: Object.fromEntries(
        Object.entries(scalars).map(([name, each]) => [name, change(each)])),
    })),
    why: (given.why ?? []).map(({ step, node }) =>
      explainCase(program, instance, trajectory.snapshot(step), node)),
  };
  if (given.outputs) {
    const end = trajectory.snapshot(trajectory.length);
    result.outputs = readOutputs(program, instance, end, given.outputs);
    trajectory.snapshot(0);
    result.start = plain(trajectory.cursor.nodeState);
  }
  return result;
}

function layout(instance) {
  const { kind, nodeState, receiver, sender, reverse, role, arcState, scalars } = instance;
  const values = Object.fromEntries(
    Object.entries(scalars).map(([name, each]) => [name, plain(each)]));
  return { kind, nodeState, receiver, sender, reverse, role, arcState, scalars: values };
}
