/**
 * The playground as one module for three hosts.
 *
 * A notebook calls `render({ model, el })`, as anywidget does; a page has an element
 * `#dnar-playground` and either `#dnar-scene`, a script of JSON, or a file `scene.json`.
 */

import { App } from "./app.js";
import { runCase } from "./run_case.js";
import css from "./style.css";

function render({ model, el }) {
  const style = document.createElement("style");
  style.textContent = css;
  const root = document.createElement("div");
  el.append(style, root);
  const app = new App(root, model.get("scene"), model.host ?? {});
  root.playground = app;
  return () => app.destroy();
}

const link = {
  read: () => window.location.hash.slice(1),
  write: (words) => {
    window.history.replaceState(null, "", `#${words}`);
    return window.location.href;
  },
};

async function loadGraph(name, address) {
  const answer = await fetch(address);
  const graph = await answer.json();
  if (!answer.ok) throw new Error(graph.error ?? `cannot load ${name}`);
  return graph;
}

async function start() {
  const el = document.getElementById("dnar-playground");
  if (!el) return;
  const embedded = document.getElementById("dnar-scene");
  const scene = embedded
    ? JSON.parse(embedded.textContent)
    : await (await fetch("scene.json")).json();
  const asked = new URLSearchParams(window.location.search);
  for (const name of ["task", "graph"]) {
    if (asked.get(name)) scene.view[name] = asked.get(name);
  }
  render({ model: { get: () => scene, host: { link, loadGraph } }, el });
  window.dnarRunCase = runCase;
}

if (typeof document !== "undefined") start();

export default { render };
