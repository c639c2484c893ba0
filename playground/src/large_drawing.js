/**
 * The drawing of a large graph: one canvas, lines and discs, no labels.
 *
 * cytoscape.js needs about a quarter of a second for a frame of 1,000 nodes without a graphics
 * card; this needs a few milliseconds. It can be moved, zoomed and asked, but not edited.
 */

import { pointers } from "./answer.js";
import { fill } from "./colours.js";

const HEARD = "#e08a2e";

export class LargeDrawing {
  constructor(container, dark, { onask }) {
    Object.assign(this, { container, dark, onask });
    this.canvas = document.createElement("canvas");
    this.canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%;touch-action:none";
    container.append(this.canvas);
    this.pointer = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      this.pointer = { x: event.offsetX, y: event.offsetY, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => this.drag(event));
    this.canvas.addEventListener("pointerup", (event) => {
      if (this.pointer && !this.pointer.moved) this.ask(event.offsetX, event.offsetY);
      this.pointer = null;
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  setTheme(dark) {
    this.dark = dark;
    this.paint();
  }

  load(program, instance, positions, { showVirtual, starts }) {
    Object.assign(this, { program, instance, positions, showVirtual, starts });
    this.pairs = [];
    for (let arc = 0; arc < instance.arcCount; arc += 1) {
      const [to, from] = [instance.receiver[arc], instance.sender[arc]];
      const ends = instance.kind[from] !== 1 && instance.kind[to] !== 1;
      if (from < to && (ends || showVirtual)) this.pairs.push([from, to]);
    }
    this.view = null;
    this.fit();
  }

  fit() {
    const [width, height] = [this.container.clientWidth, this.container.clientHeight];
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const room = Math.max(10, Math.min(width, height) - 30);
    this.view ??= { scale: room, x: (width - room) / 2, y: (height - room) / 2 };
    this.paint();
  }

  drag(event) {
    if (!this.pointer) return;
    const [x, y] = [event.offsetX - this.pointer.x, event.offsetY - this.pointer.y];
    if (!this.pointer.moved && Math.hypot(x, y) < 4) return;
    this.view.x += x;
    this.view.y += y;
    this.pointer = { x: event.offsetX, y: event.offsetY, moved: true };
    this.paint();
  }

  zoom(factor, x, y) {
    const { view } = this;
    view.x = x - (x - view.x) * factor;
    view.y = y - (y - view.y) * factor;
    view.scale *= factor;
    this.paint();
  }

  at(node) {
    const [x, y] = this.positions[node];
    return [this.view.x + x * this.view.scale, this.view.y + y * this.view.scale];
  }

  ask(x, y) {
    let [best, nearest] = [null, 20];
    for (let node = 0; node < this.instance.nodeCount; node += 1) {
      if (this.instance.kind[node] === 1 && !this.showVirtual) continue;
      const [u, v] = this.at(node);
      const distance = Math.hypot(u - x, v - y);
      if (distance < nearest) [best, nearest] = [node, distance];
    }
    if (best !== null) this.onask(best);
  }

  show(snapshot, detail, outputs, { differing, heardShown }) {
    const { program, instance } = this;
    const heard = detail !== null && heardShown ? detail.heard : [];
    this.picture = {
      state: Int32Array.from(snapshot.nodeState),
      heard: heard.flatMap((arcs) => Array.from(arcs).filter((arc) => arc !== -1))
        .map((arc) => [instance.sender[arc], instance.receiver[arc]]),
      points: pointers(program, instance, snapshot, outputs),
      differing: differing ?? new Set(),
    };
    this.paint();
  }

  paint() {
    if (!this.picture || !this.view) return;
    const pen = this.canvas.getContext("2d");
    const ratio = window.devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const lines = (pairs, colour, width) => {
      pen.beginPath();
      for (const [from, to] of pairs) {
        if (!this.showVirtual && (this.instance.kind[from] === 1 || this.instance.kind[to] === 1)) continue;
        pen.moveTo(...this.at(from));
        pen.lineTo(...this.at(to));
      }
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.stroke();
    };
    lines(this.pairs, this.dark ? "#3d444d" : "#c8ccd1", 0.7);
    lines(this.picture.heard, HEARD, 1.6);
    lines(this.picture.points, this.dark ? "#79c0ff" : "#0550ae", 1.8);
    const count = this.instance.nodeCount;
    const radius = Math.max(1.2, Math.min(7, (this.view.scale / Math.sqrt(count)) * 0.3));
    const byState = new Map();
    this.picture.state.forEach((state, node) => {
      if (this.instance.kind[node] === 1 && !this.showVirtual) return;
      if (!byState.has(state)) byState.set(state, []);
      byState.get(state).push(node);
    });
    for (const [state, nodes] of byState) {
      pen.beginPath();
      for (const node of nodes) {
        const [x, y] = this.at(node);
        pen.moveTo(x + radius, y);
        pen.arc(x, y, radius, 0, 2 * Math.PI);
      }
      pen.fillStyle = fill(state);
      pen.fill();
      pen.strokeStyle = this.dark ? "#c9d1d9" : "#444c56";
      pen.lineWidth = 0.5;
      pen.stroke();
    }
    for (const node of [...this.picture.differing, ...this.starts]) {
      const [x, y] = this.at(node);
      pen.beginPath();
      pen.arc(x, y, radius + 3, 0, 2 * Math.PI);
      pen.strokeStyle = this.starts.includes(node) ? "#8250df" : "#d1242f";
      pen.lineWidth = 2;
      pen.stroke();
    }
  }

  destroy() {
    this.canvas.remove();
  }
}
