/**
 * The drawing of one run with cytoscape.js: one element per node and per pair of joined nodes.
 *
 * Only elements that look different from the step before are touched.
 */

import cytoscape from "cytoscape";
import { pointers } from "./answer.js";
import { fill, ink } from "./colours.js";
import { MANY_NODES } from "./graphs.js";
import { number } from "./words.js";

const SCALE = 560;
const HEARD = "#b3560a";
const MOST_ZOOM = 1.4;

export class Drawing {
  constructor(container, dark) {
    this.container = container;
    this.cy = cytoscape({
      container,
      minZoom: 0.02,
      maxZoom: 6,
      style: [],
      // The default layout fails in a container that is not part of the page yet.
      layout: { name: "preset" },
    });
    this.setTheme(dark);
    // The page above may have grown since: cytoscape remembers where its container was.
    this.relocate = () => this.cy.resize();
    for (const name of ["mousedown", "touchstart"]) {
      container.parentElement.addEventListener(name, this.relocate, { capture: true });
    }
  }

  setTheme(dark) {
    this.dark = dark;
    const line = dark ? "#7d8590" : "#9aa0a6";
    const text = dark ? "#e6edf3" : "#1f2328";
    this.cy.style([
      {
        selector: "node",
        style: {
          "background-color": "data(fill)",
          color: "data(ink)",
          label: "data(label)",
          "text-valign": "center",
          "text-halign": "center",
          "text-wrap": "wrap",
          "font-size": 13,
          width: 34,
          height: 34,
          "border-width": 1.5,
          "border-color": dark ? "#c9d1d9" : "#444c56",
        },
      },
      { selector: "node.small", style: { label: "", width: 18, height: 18, "border-width": 0.5 } },
      { selector: "node.named", style: { width: 58, height: 44, "font-size": 10 } },
      { selector: "node[kind = 1]", style: { shape: "diamond", width: 62, height: 52 } },
      { selector: "node[kind >= 2]", style: { shape: "round-rectangle" } },
      { selector: "node.start", style: { "border-width": 4, "border-style": "double" } },
      { selector: "node.changing", style: { "outline-width": 3, "outline-color": HEARD, "outline-offset": 2 } },
      { selector: "node.differs", style: { "outline-width": 5, "outline-color": "#d1242f", "outline-offset": 2 } },
      { selector: "node:selected", style: { "border-color": "#8250df", "border-width": 4 } },
      { selector: "node.aim", style: { "border-color": "#8250df", "border-width": 5 } },
      {
        selector: "edge",
        style: {
          width: 1.4,
          "line-color": line,
          "curve-style": "straight",
          label: "data(label)",
          "font-size": 10,
          color: text,
          "text-background-color": dark ? "#0d1117" : "#ffffff",
          "text-background-opacity": 0.85,
          "text-background-padding": 1,
          "source-arrow-color": line,
          "target-arrow-color": line,
          "arrow-scale": 0.9,
        },
      },
      { selector: "edge.virtual", style: { "line-style": "dotted", opacity: 0.45 } },
      { selector: "edge.oneway", style: { "target-arrow-shape": "vee" } },
      { selector: "edge.heard", style: { "underlay-color": HEARD, "underlay-opacity": 0.35, "underlay-padding": 4, opacity: 1 } },
      { selector: "edge.forth", style: { "mid-target-arrow-shape": "triangle", "mid-target-arrow-color": HEARD } },
      { selector: "edge.back", style: { "mid-source-arrow-shape": "triangle", "mid-source-arrow-color": HEARD } },
      { selector: "edge.pointer", style: { width: 4, "line-color": dark ? "#79c0ff" : "#0550ae", opacity: 1 } },
      { selector: "edge.toTarget", style: { "target-arrow-shape": "triangle", "target-arrow-color": dark ? "#79c0ff" : "#0550ae" } },
      { selector: "edge.toSource", style: { "source-arrow-shape": "triangle", "source-arrow-color": dark ? "#79c0ff" : "#0550ae" } },
      { selector: "edge:selected", style: { "line-color": "#8250df", width: 4 } },
    ]);
  }

  /** Makes the elements of an instance anew. */
  load(program, instance, positions, { showVirtual, starts, named, keepView }) {
    Object.assign(this, { program, instance, showVirtual });
    const drawn = (node) => showVirtual || instance.kind[node] !== 1;
    const small = instance.nodeCount > MANY_NODES / 4;
    const elements = [];
    for (let node = 0; node < instance.nodeCount; node += 1) {
      if (!drawn(node)) continue;
      const [x, y] = positions[node];
      const classes = [small ? "small" : named ? "named" : "", starts.includes(node) ? "start" : ""];
      elements.push({
        group: "nodes",
        data: { id: `n${node}`, node, kind: instance.kind[node], fill: "#fff", ink: "#000", label: "" },
        position: { x: x * SCALE, y: y * SCALE },
        classes: classes.join(" "),
      });
    }
    this.pairs = new Map();
    for (let arc = 0; arc < instance.arcCount; arc += 1) {
      const [to, from] = [instance.receiver[arc], instance.sender[arc]];
      if (from === to || !drawn(from) || !drawn(to)) continue;
      const key = this.key(from, to);
      const role = instance.role[arc];
      if (this.pairs.has(key)) {
        if (role === "along") Object.assign(this.pairs.get(key), { source: from, target: to, oneway: true });
        continue;
      }
      const virtual = instance.kind[from] === 1 || instance.kind[to] === 1;
      this.pairs.set(key, { source: from, target: to, arc, oneway: role === "along", virtual });
    }
    for (const [key, { source, target, oneway, virtual }] of this.pairs) {
      elements.push({
        group: "edges",
        data: { id: `e${key}`, source: `n${source}`, target: `n${target}`, label: "" },
        classes: [oneway ? "oneway" : "", virtual ? "virtual" : ""].join(" "),
      });
    }
    const spread = instance.nodeCount > 80 ? Math.sqrt(instance.nodeCount / 60) : 1;
    for (const { position } of elements) {
      if (position) {
        position.x *= spread;
        position.y *= spread;
      }
    }
    this.spread = spread;
    if (instance.nodeCount <= MANY_NODES / 4) {
      keepApart(elements.filter(({ group }) => group === "nodes"), named ? 64 : 42);
    }
    const begun = this.cy.elements().nonempty();
    this.cy.elements().remove();
    this.cy.add(elements);
    this.shown = new Map();
    if (!(keepView && begun)) this.fit();
  }

  /** Fits the drawing into its container, which may have another size now. */
  fit() {
    this.cy.resize();
    if (!this.container.clientWidth) return;
    this.cy.fit(undefined, 24);
    if (this.cy.zoom() > MOST_ZOOM) {
      this.cy.zoom(MOST_ZOOM);
      this.cy.center();
    }
  }

  key(one, other) {
    return one < other ? `${one}-${other}` : `${other}-${one}`;
  }

  /** Where a point of the drawing lies in the unit square. */
  unit({ x, y }) {
    return [x / SCALE / this.spread, 1 - y / SCALE / this.spread];
  }

  /** Draws a snapshot, and what its next step hears and changes. */
  show(snapshot, detail, outputs, { nodeScalar, arcScalar, named, differing, heardShown }) {
    const { program, instance, cy } = this;
    const many = instance.nodeCount > MANY_NODES / 4;
    cy.batch(() => {
      for (let node = 0; node < instance.nodeCount; node += 1) {
        if (!this.showVirtual && instance.kind[node] === 1) continue;
        const state = snapshot.nodeState[node];
        const kind = instance.kind[node];
        const lines = many || kind > 1 ? [] : [kind ? "virtual" : instance.names[node]];
        if (!many && nodeScalar) lines.push(short(snapshot.scalars[nodeScalar][node]));
        if (!many && named) lines.push(program.nodeStates[state]);
        const changes = detail !== null && detail.next.nodeState[node] !== state;
        const differs = differing?.has(node) ?? false;
        const look = `${state}|${lines.join("\n")}|${changes}|${differs}`;
        if (this.shown.get(node) === look) continue;
        this.shown.set(node, look);
        const element = cy.getElementById(`n${node}`);
        element.data({ fill: fill(state), ink: ink(state), label: lines.join("\n") });
        element.toggleClass("changing", changes);
        element.toggleClass("differs", differs);
      }
      this.showEdges(snapshot, detail, outputs, arcScalar, many, heardShown);
    });
  }

  showEdges(snapshot, detail, outputs, arcScalar, many, heardShown) {
    const { program, instance, cy } = this;
    const looks = new Map();
    const mark = (from, to, word) => {
      const pair = this.pairs.get(this.key(from, to));
      if (!pair) return;
      const key = this.key(from, to);
      const side = pair.source === from ? `${word}+` : `${word}-`;
      looks.set(key, (looks.get(key) ?? new Set()).add(side));
    };
    if (detail !== null && heardShown) {
      for (const heard of detail.heard) {
        heard.forEach((arc, node) => {
          if (arc !== -1) mark(instance.sender[arc], node, "heard");
        });
      }
    }
    for (const [from, to] of pointers(program, instance, snapshot, outputs)) mark(from, to, "point");
    for (const [key, pair] of this.pairs) {
      const words = [...(looks.get(key) ?? [])].sort();
      const value = arcScalar && !many && !pair.virtual ? short(snapshot.scalars[arcScalar][pair.arc]) : "";
      const look = `${words}|${value}`;
      if (this.shown.get(key) === look) continue;
      this.shown.set(key, look);
      const has = (word) => words.includes(word);
      const classes = [
        pair.oneway ? "oneway" : "",
        pair.virtual ? "virtual" : "",
        has("heard+") || has("heard-") ? "heard" : "",
        has("heard+") ? "forth" : "",
        has("heard-") ? "back" : "",
        has("point+") || has("point-") ? "pointer" : "",
        has("point+") ? "toTarget" : "",
        has("point-") ? "toSource" : "",
      ];
      const element = cy.getElementById(`e${key}`);
      element.classes(classes.join(" "));
      element.data("label", value);
    }
  }

  destroy() {
    for (const name of ["mousedown", "touchstart"]) {
      this.container.parentElement.removeEventListener(name, this.relocate, { capture: true });
    }
    this.cy.destroy();
  }
}

/** Moves nodes that would overlap away from each other. */
function keepApart(nodes, least) {
  for (let round = 0; round < 40; round += 1) {
    let close = false;
    nodes.forEach(({ position: one }, at) => {
      for (const { position: other } of nodes.slice(at + 1)) {
        const [x, y] = [other.x - one.x || 0.1, other.y - one.y || 0.1];
        const distance = Math.hypot(x, y);
        if (distance >= least) continue;
        close = true;
        const push = (least - distance) / 2 / distance;
        one.x -= x * push;
        one.y -= y * push;
        other.x += x * push;
        other.y += y * push;
      }
    });
    if (!close) return;
  }
}

/** A number that fits on an edge. */
export function short(value) {
  if (!Number.isFinite(value) || Number.isInteger(value)) return number(value);
  return String(Number(value.toPrecision(3)));
}
