/** Why a node did that: the sentences of `dnar explain --case`; tests compare them. */

import {
  addTerm, arcClass, bestOfRow, headKey, nodeOutcome, signsAt, step, told,
} from "./interpreter.js";
import { classWords, number, valueWords } from "./words.js";

const MOST_ARCS = 24;
const SIGN_WORDS = { "-1": "less than", 0: "equal to", 1: "greater than" };

/** The step after `snapshot` at one node, with everything that it depended on. */
export function explainCase(program, instance, snapshot, node) {
  const made = step(program, instance, snapshot);
  const old = { nodeState: Int32Array.from(snapshot.nodeState), ...snapshot };
  const view = new Case(program, instance, old, made, node);
  return {
    opening: view.opening(),
    row: view.rowTable(),
    hears: program.heads.map((_, head) => view.hearing(head)),
    orders: program.heads.map((_, head) => view.candidates(head)),
    arcs: view.arcChanges(),
    scalars: view.scalarChanges(),
  };
}

class Case {
  constructor(program, instance, snapshot, made, node) {
    Object.assign(this, { program, instance, old: snapshot, made, node });
    this.row = [];
    for (let arc = instance.row[node]; arc < instance.row[node + 1]; arc += 1) this.row.push(arc);
    this.keys = program.heads.map((head) => headKey(program, instance, snapshot, head));
    this.best = this.keys.map((key) => bestOfRow(program, instance, snapshot, node, key));
  }

  nodeState(state) { return this.program.nodeStates[state]; }

  arcState(state) { return this.program.arcStates[state]; }

  name(node) { return this.instance.names[node]; }

  sender(arc) { return this.instance.sender[arc]; }

  classOf(arc) { return arcClass(this.program, this.instance, this.old, arc); }

  className(klass) { return classWords(this.program, klass); }

  isBest(head, arc) { return this.best[head].get(this.classOf(arc)) === arc; }

  told() { return told(this.program, this.instance, this.old, this.made.heard, this.node); }

  opening() {
    const before = this.nodeState(this.old.nodeState[this.node]);
    const after = this.nodeState(this.made.next.nodeState[this.node]);
    const heard = this.told().map(
      (klass, head) => `${this.className(klass)} with ${this.program.heads[head].name}`);
    const hears = heard.length ? `, hears ${heard.join(" and ")}` : "";
    const compared = this.compared("node", this.node).map((each) => `, ${each}`).join("");
    const became = before === after ? `stays ${before}` : `becomes ${after}`;
    return `Step ${this.old.step + 1} of ${this.program.task}: node ${this.name(this.node)} is `
      + `${before}${hears}${compared}, and ${became}.`;
  }

  /** The comparisons that cases of this state read, with their numbers. */
  compared(place, at) {
    const states = place === "node" ? this.old.nodeState : this.old.arcState;
    const cases = this.program[place === "node" ? "nodeCases" : "arcCases"][states[at]];
    const signs = signsAt(this.program, place, this.old, at);
    return this.program.compared[place].flatMap(({ left, right }, index) => {
      if (!cases.some((each) => each.signs[index] !== null)) return [];
      const [one, other] = [left, right].map((name) => number(this.old.scalars[name][at]));
      return [`its ${left} ${one} is ${SIGN_WORDS[signs[index]]} its ${right} ${other}`];
    });
  }

  rowTable() {
    const { heads } = this.program;
    const keyed = heads.map((head, at) => [head, at]).filter(([head]) => head.key !== null);
    const titles = ["SENDER", "STATE", "ARC", "ROLE", ...keyed.map(([{ key }]) => key.toUpperCase())];
    const shown = this.shown();
    const rows = shown.map((arc) => [
      this.name(this.sender(arc)),
      this.nodeState(this.old.nodeState[this.sender(arc)]),
      this.arcState(this.old.arcState[arc]),
      this.instance.role[arc],
      ...keyed.map(([head]) => number(this.key(head, arc))),
      heads.filter((_, at) => this.isBest(at, arc)).map(({ name }) => name).join(", "),
      this.ears(arc),
      this.change(arc),
    ]);
    return {
      titles: [...titles, "BEST FOR", "HEARD BY", "BECOMES"],
      rows,
      left: this.row.length - shown.length,
    };
  }

  shown() {
    const telling = this.row.filter((arc) => this.ears(arc) || this.change(arc));
    const others = this.row.filter((arc) => !telling.includes(arc));
    const room = Math.max(0, MOST_ARCS - telling.length);
    return [...telling, ...others.slice(0, room)].sort((one, other) => one - other);
  }

  key(head, arc) {
    const values = this.old.scalars[head.key];
    const atNode = this.program.scalars.get(head.key).place === "node";
    return values[atNode ? this.sender(arc) : arc];
  }

  /** The heads with which an arc's receiver hears it. */
  ears(arc) {
    const receiver = this.instance.receiver[arc];
    return this.program.heads
      .filter((_, head) => this.made.heard[head][receiver] === arc)
      .map(({ name }) => name)
      .join(", ");
  }

  change(arc) {
    const [before, after] = [this.old.arcState[arc], this.made.next.arcState[arc]];
    return before === after ? "" : this.arcState(after);
  }

  hearing(at) {
    const head = this.program.heads[at];
    const arc = this.made.heard[at][this.node];
    let text = "nothing: no entry of its order is in its row";
    if (arc !== -1) {
      const klass = this.className(this.classOf(arc));
      text = `${this.name(this.sender(arc))}, ${klass}: ${this.order(at, arc)}${this.among(at, arc)}`;
    }
    const idle = this.idle(at) ? " The node's state does not depend on it." : "";
    return `${head.name} hears ${text}.${idle}`;
  }

  idle(at) {
    const heard = this.told();
    const state = this.old.nodeState[this.node];
    const signs = signsAt(this.program, "node", this.old, this.node);
    const outcomes = new Set();
    for (const other of [heard[at], ...this.row.map((arc) => this.classOf(arc))]) {
      const classes = [...heard.slice(0, at), other, ...heard.slice(at + 1)];
      outcomes.add(nodeOutcome(this.program, state, classes, signs)?.becomes ?? state);
    }
    return outcomes.size === 1;
  }

  /** All that a head could hear, in its order: every listed class and the arcs that have it. */
  candidates(at) {
    const arcs = this.program.arcStates.length;
    const heard = this.made.heard[at][this.node];
    return this.program.orders[at][this.old.nodeState[this.node]].map(([sender, arc, best]) => {
      const klass = sender * arcs + arc;
      const present = this.row.filter(
        (each) => this.classOf(each) === klass && this.isBest(at, each) === Boolean(best));
      return {
        words: `${this.className(klass)}${best ? "" : " (not the best)"}`,
        senders: present.map((each) => this.name(this.sender(each))),
        heard: present.includes(heard),
      };
    });
  }

  /** The classes of the row that come later in the order of a head. */
  order(at, heard) {
    const present = new Set(
      this.row.map((arc) => `${this.classOf(arc)} ${Number(this.isBest(at, arc))}`));
    const arcs = this.program.arcStates.length;
    const classes = new Set();
    for (const [sender, arc, best] of this.program.orders[at][this.old.nodeState[this.node]]) {
      const klass = sender * arcs + arc;
      if (present.has(`${klass} ${best}`)) classes.add(klass);
    }
    classes.delete(this.classOf(heard));
    if (!classes.size) return "no other entry of its order is in its row";
    return `it comes before ${[...classes].map((klass) => this.className(klass)).join(", ")}`;
  }

  /** Why this arc and none of its rivals. */
  among(at, heard) {
    const head = this.program.heads[at];
    const klass = this.classOf(heard);
    const rivals = this.row.filter((arc) => arc !== heard && this.classOf(arc) === klass);
    if (!rivals.length) return "";
    const many = `; of ${rivals.length + 1} such arcs `;
    if (!this.isBest(at, heard)) return `${many}it is the first that is not the best`;
    const end = head.prefer === "smallest" ? "lowest" : "highest";
    if (head.key === null) return `${many}it has the ${end} index`;
    const own = this.key(head, heard);
    const equal = rivals.filter((arc) => this.key(head, arc) === own);
    const text = `${many}it has the ${head.prefer} ${head.key}, ${number(own)}`;
    if (!equal.length) return text;
    return `${text}, and of ${equal.length + 1} equal ones the lowest index`;
  }

  arcChanges() {
    return this.row.filter((arc) => this.change(arc)).map((arc) => {
      const back = this.instance.reverse[arc];
      const receiver = this.nodeState(this.old.nodeState[this.node]);
      const sender = this.nodeState(this.old.nodeState[this.sender(arc)]);
      const compared = this.compared("arc", arc).map((each) => `, ${each}`).join("");
      return `from ${this.name(this.sender(arc))}: ${this.arcState(this.old.arcState[arc])} `
        + `becomes ${this.change(arc)}; receiver ${receiver}, sender ${sender}, reverse `
        + `${this.arcState(this.old.arcState[back])}, heard by ${this.ears(arc) || "nobody"}, `
        + `back by ${this.ears(back) || "nobody"}${compared}`;
    });
  }

  scalarChanges() {
    const lines = [];
    for (const op of this.program.ops) {
      if (this.program.scalars.get(op.target).place === "node") {
        lines.push(this.sum(op, this.node, op.target));
        continue;
      }
      for (const arc of this.row) {
        if (this.old.scalars[op.target][arc] !== this.made.next.scalars[op.target][arc]) {
          const where = `${op.target} of the arc from ${this.name(this.sender(arc))}`;
          lines.push(this.sum(op, arc, where));
        }
      }
    }
    return lines;
  }

  sum(op, place, where) {
    const [old, after] = [this.old, this.made.next].map((each) => each.scalars[op.target][place]);
    const change = old === after ? `stays ${number(old)}` : `${number(old)} becomes ${number(after)}`;
    const parts = [];
    for (const term of op.terms) {
      addTerm(this.program, this.instance, this.old, this.made.heard, op.target, term,
        (at, value, arc) => {
          if (at === place) parts.push(this.summand(op, place, term, value, arc));
        });
    }
    if (!parts.length) return `${where}: ${change}, because no term is added`;
    return `${where}: ${change} = ${parts.join(" + ")}`;
  }

  summand(op, place, term, value, arc) {
    const atNode = this.program.scalars.get(op.target).place === "node";
    const state = atNode
      ? this.nodeState(this.old.nodeState[place])
      : this.arcState(this.old.arcState[place]);
    let reason;
    if (term.gate === "inc") reason = `in ${state}`;
    else if (term.gate === "keep") reason = `kept in ${state}`;
    else if (term.gate === "apply") {
      reason = `${valueWords(this.program, op.target, term)}, in ${state}`;
    } else reason = `${term.scalar} of ${this.source(term, arc)}`;
    return `${number(value)} (${reason})`;
  }

  /** Where a number comes from: an arc or one of its ends. */
  source(term, arc) {
    const end = term.gate === "take" ? this.instance.receiver : this.instance.sender;
    const by = term.gate === "pull" ? ` heard by ${term.head}` : "";
    const name = this.name(end[arc]);
    if (this.program.scalars.get(term.scalar).place === "arc") {
      return `the arc from ${name}${by}, ${this.arcState(this.old.arcState[arc])}`;
    }
    return `${name}${by}, ${this.nodeState(this.old.nodeState[end[arc]])}`;
  }
}
