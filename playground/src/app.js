/** The playground: choices, transport, drawings and panels of one page or widget. */

import { legend, RulesPanel, answerPanel, whyPanel } from "./panels.js";
import { Drawing } from "./drawing.js";
import { LargeDrawing } from "./large_drawing.js";
import { field, h, setOptions } from "./dom.js";
import {
  MANY_NODES, TOO_MANY_NODES, moved, parseGraph, toggledEdge, withNode, withWeight, withoutNode,
} from "./graphs.js";
import { readInstance } from "./instance.js";
import { encode } from "./layouts.js";
import { exampleInput, graphProblem, parseInput, positionsOf } from "./problems.js";
import { compileProgram, withoutCase } from "./program.js";
import { Trajectory } from "./trajectory.js";
import { arcCaseWords, nodeCaseWords } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];
const SLICE = 12;
const LARGE = 400;
const ASK = "Click a node, or choose one in the list of nodes, to ask why it does what it does.";
const MOST_LINK = 30000;

export class App {
  constructor(root, scene, { link = null, loadGraph = null } = {}) {
    Object.assign(this, { root, scene, link, loadGraph });
    this.tasks = new Map(scene.tasks.map((task) => [task.name, task]));
    this.graphs = new Map((scene.graphs ?? []).map((graph) => [graph.name, graph]));
    this.media = window.matchMedia("(prefers-color-scheme: dark)");
    this.view = {
      task: scene.tasks[0].name, program: null, graph: this.graphs.keys().next().value ?? null,
      input: "", start: 0, moreStarts: [], seed: 0, weight: 1, directed: false, step: 0, speed: 1,
      virtual: false, heard: true, named: null, compare: "", nodeScalar: null, arcScalar: null,
      node: null, ...scene.view,
    };
    this.own = new Map();
    this.frames = [];
    this.build();
    const restored = this.restore();
    this.firstStep = this.view.step;
    this.chooseTask(this.view.task, restored);
    if (this.damaged) this.say("The link is damaged; this is the page without it.");
  }

  get task() { return this.tasks.get(this.view.task); }

  get dark() { return this.media.matches; }

  // Building the page.

  build() {
    const on = (name, change) => ({ onchange: ({ target }) => { this.stop(); change(target); }, "data-test": name });
    const c = {};
    this.controls = c;
    c.task = h("select", on("task", ({ value }) => this.chooseTask(value)));
    setOptions(c.task, this.scene.tasks.map(({ name, title }) => [name, title]), this.view.task);
    c.program = h("select", on("program", ({ value }) => { this.view.program = value; this.reload(); }));
    c.graph = h("select", on("graph", ({ value }) => this.chooseGraph(value)));
    c.input = h("input", { type: "text", spellcheck: false, ...on("input", ({ value }) => { this.view.input = value; this.reload(); }) });
    c.start = h("select", on("start", ({ value }) => { this.view.start = value === "" ? null : Number(value); this.reload(); }));
    c.moreStarts = h("input", { type: "text", spellcheck: false, placeholder: "none", ...on("moreStarts", ({ value }) => this.setMoreStarts(value)) });
    c.seed = h("input", { type: "number", min: 0, ...on("seed", ({ value }) => { this.view.seed = Math.max(0, Math.trunc(Number(value)) || 0); this.reload(); }) });
    c.directed = h("input", { type: "checkbox", ...on("directed", ({ checked }) => { this.view.directed = checked; this.reload(); }) });
    c.file = h("input", { type: "file", accept: ".csv,.txt,.edges,.json", "aria-label": "Upload an edge list, a CSV file or a program in JSON", ...on("file", ({ files }) => this.upload(files[0])) });
    c.compare = h("select", on("compare", ({ value }) => { this.view.compare = value; this.reload(); }));
    c.edit = h("button", { type: "button", "aria-pressed": "false", "data-test": "edit", onclick: () => this.setEditing(!this.editing) }, "Draw");
    c.link = h("button", { type: "button", "data-test": "link", onclick: () => this.copyLink() }, "Copy link");
    c.nodeScalar = h("select", on("nodeScalar", ({ value }) => { this.view.nodeScalar = value; this.show(); }));
    c.arcScalar = h("select", on("arcScalar", ({ value }) => { this.view.arcScalar = value; this.show(); }));
    c.virtual = h("input", { type: "checkbox", ...on("virtual", ({ checked }) => { this.view.virtual = checked; this.redraw(); }) });
    c.heard = h("input", { type: "checkbox", ...on("heard", ({ checked }) => { this.view.heard = checked; this.show(); }) });
    c.named = h("input", { type: "checkbox", ...on("named", ({ checked }) => { this.view.named = checked; this.redraw(); }) });
    const button = (name, label, text, act) => {
      c[name] = h("button", { type: "button", "aria-label": label, title: label, "data-test": name, onclick: act }, text);
      return c[name];
    };
    c.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", "data-test": "slider", oninput: ({ target }) => { this.stop(); this.goTo(Number(target.value)); } });
    c.speed = h("select", { "aria-label": "Steps per second", "data-test": "speed", onchange: ({ target }) => { this.view.speed = Number(target.value); } });
    setOptions(c.speed, SPEEDS.map((speed) => [speed, `${speed}/s`]), this.view.speed);
    this.status = h("p", { className: "status", role: "status", "aria-live": "polite", "data-test": "status" });
    this.message = h("p", { className: "message", role: "alert", "data-test": "message", hidden: true });
    this.panes = [0, 1].map((at) => {
      const title = h("h2", {});
      const canvas = h("div", { className: "canvas", role: "img", tabIndex: 0, "aria-label": "Drawing of the graph", "data-test": `canvas${at}` });
      const box = h("section", { className: "pane", hidden: at === 1 }, title, canvas);
      return { title, canvas, box, drawing: null };
    });
    c.legend = h("div", { className: "legend", "aria-label": "States" });
    c.editing = h("div", { className: "editing", hidden: true }, this.editingControls());
    this.rules = h("div", { className: "rules", "data-test": "rules" });
    this.why = h("div", { className: "why" }, h("p", {}, ASK));
    this.answer = h("div", { className: "answer" });
    this.list = h("div", { className: "wide" });
    const section = (title, body, open) => h("details", { open }, h("summary", {}, title), body);
    this.fields = {
      graph: field("Graph", c.graph), input: field("Input", c.input), start: field("Start", c.start),
      moreStarts: field("More starts", c.moreStarts),
      seed: field("Seed", c.seed), directed: field("Directed", c.directed),
    };
    this.root.classList.add("dnar-playground");
    this.root.tabIndex = -1;
    this.root.append(
      h("div", { className: "bar", role: "group", "aria-label": "Problem" },
        field("Algorithm", c.task), field("Program", c.program), ...Object.values(this.fields),
        field("Compare with", c.compare), field("File", c.file), c.edit, ...(this.link ? [c.link] : [])),
      this.message, c.editing,
      h("div", { className: "main" },
        h("div", { className: "left" },
          h("div", { className: "panes" }, this.panes.map(({ box }) => box)),
          h("div", { className: "bar transport", role: "group", "aria-label": "Run" },
            button("first", "First step (Home)", "|◀", () => { this.stop(); this.goTo(0); }),
            button("back", "One step back (Left)", "◀", () => { this.stop(); this.goTo(this.view.step - 1); }),
            button("play", "Play or pause (Space)", "Play", () => this.toggle()),
            button("forth", "One step forth (Right)", "▶", () => { this.stop(); this.goTo(this.view.step + 1); }),
            button("last", "Last step (End)", "▶|", () => { this.stop(); this.finish(); }),
            c.slider, c.speed),
          this.status, c.legend,
          h("div", { className: "bar", role: "group", "aria-label": "Drawing" },
            field("Virtual node", c.virtual), field("Heard arcs", c.heard), field("State names", c.named),
            field("Number on nodes", c.nodeScalar), field("Number on edges", c.arcScalar))),
        h("div", { className: "right" },
          section("Rules", this.rules, true), section("Why", this.why, true),
          section("Answer after this step", this.answer, true), section("Nodes", this.list, false))));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.media.addEventListener("change", () => {
      this.panes.forEach(({ drawing }) => drawing?.setTheme(this.dark));
    });
    this.resizing = new ResizeObserver(() => {
      if (!this.editing) this.panes.forEach(({ drawing }) => drawing?.fit());
    });
    this.panes.forEach(({ canvas }) => this.resizing.observe(canvas));
  }

  /** The drawing of a pane: labelled and editable, or for many nodes. */
  drawingAt(at) {
    const pane = this.panes[at];
    const kind = this.instance.nodeCount > LARGE ? LargeDrawing : Drawing;
    if (!(pane.drawing instanceof kind)) {
      pane.drawing?.destroy();
      pane.drawing = new kind(pane.canvas, this.dark, { onask: (node) => this.ask(node) });
      if (kind === Drawing) this.listen(pane.drawing);
    }
    return pane.drawing;
  }

  destroy() {
    this.stop();
    clearTimeout(this.slice);
    this.resizing.disconnect();
    this.panes.forEach(({ drawing }) => drawing?.destroy());
  }

  /** Nodes besides the first start, by their labels, apart by commas or blanks. */
  setMoreStarts(text) {
    const places = new Map(this.instance.labels.map((label, at) => [String(label), at]));
    const labels = text.split(/[,\s]+/).filter(Boolean);
    const unknown = labels.filter((label) => !places.has(label));
    if (unknown.length) {
      this.refreshControls();
      this.say(`There is no node ${unknown[0]}; more starts are nodes, as in 3, 7.`);
      return;
    }
    this.view.moreStarts = labels.map((label) => places.get(label));
    this.reload();
  }

  editingControls() {
    this.weight = h("input", { type: "number", step: "any", value: 1, "data-test": "weight", onchange: ({ target }) => this.setWeight(Number(target.value)) });
    return [
      h("span", {}, "Click an empty place to add a node; click two nodes to join or part them; drag to move."),
      field("Weight of the chosen or next edge", this.weight),
      h("button", { type: "button", "data-test": "delete", onclick: () => this.deleteChosen() }, "Delete chosen (Del)"),
      h("button", { type: "button", "data-test": "makeStart", onclick: () => { if (this.view.node !== null) { this.view.start = this.view.node; this.reload(); } } }, "Start here"),
      h("button", { type: "button", "data-test": "clear", onclick: () => this.useOwn({ name: "own", labels: [0], edges: [], directed: this.view.directed, positions: [[0.5, 0.5]] }) }, "Clear"),
    ];
  }

  listen(drawing) {
    drawing.cy.on("tap", "node", ({ target }) => {
      const node = target.data("node");
      if (this.editing && this.editable && this.instance.kind[node] === 0) this.tapNode(node);
      this.ask(node);
    });
    drawing.cy.on("tap", "edge", ({ target }) => { if (this.editing && this.editable) this.tapEdge(target); });
    drawing.cy.on("tap", (event) => {
      if (event.target === drawing.cy && this.editing && this.editable) {
        this.useOwn(withNode(this.graph, drawing.unit(event.position)));
      }
    });
    drawing.cy.on("dragfree", "node", ({ target }) => {
      const node = target.data("node");
      if (this.editable && this.instance.kind[node] === 0 && this.own.get("own") === this.graph) {
        this.graph = moved(this.graph, node, drawing.unit(target.position()));
        this.own.set("own", this.graph);
      }
    });
  }

  // Choosing a problem.

  chooseTask(name, restored = false) {
    const { task, view, controls: c } = this.switched(name, restored);
    setOptions(c.program, Object.keys(task.programs).map((each) => [each, each]), view.program);
    const { takes } = task;
    if (takes.input === "graph" && !restored) {
      view.directed = takes.shape === "directed acyclic" || task.name === "strongly_connected_components";
    }
    if (takes.input !== "graph" && !restored) view.input = exampleInput(task);
    this.fields.graph.hidden = takes.input !== "graph";
    this.fields.input.hidden = takes.input === "graph" || takes.input === "instance";
    this.fields.start.hidden = takes.start === "unused";
    this.fields.moreStarts.hidden = !takes.severalStarts;
    this.fields.seed.hidden = !takes.random;
    this.fields.directed.hidden = takes.input !== "graph";
    c.edit.hidden = takes.input !== "graph";
    if (takes.input === "graph") this.chooseGraph(view.graph, restored);
    else this.reload();
  }

  switched(name, restored) {
    const { view, controls } = this;
    view.task = this.tasks.has(name) ? name : this.scene.tasks[0].name;
    const { task } = this;
    const programs = Object.keys(task.programs);
    if (!programs.includes(view.program)) [view.program] = programs;
    if (!restored) Object.assign(view, { nodeScalar: null, arcScalar: null, compare: "", node: null });
    this.why.replaceChildren(h("p", {}, ASK));
    controls.task.value = view.task;
    return { task, view, controls };
  }

  async chooseGraph(name, restored = false) {
    try {
      let graph = this.own.get(name) ?? this.graphs.get(name);
      if (!graph && this.scene.files?.[name] && this.loadGraph) {
        this.say(`Loading ${name} ...`);
        graph = await this.loadGraph(name, this.scene.files[name]);
        this.graphs.set(name, graph);
      }
      if (!graph) throw new Error(`there is no graph ${name}`);
      this.say("");
      this.view.graph = name;
      this.graph = graph;
      if (!restored && graph.directed) this.view.directed = true;
      this.reload();
    } catch (error) {
      this.say(error.message);
    }
  }

  useOwn(graph) {
    this.own.set(graph.name, graph);
    this.graph = graph;
    this.view.graph = graph.name;
    this.reload();
  }

  async upload(file) {
    if (!file) return;
    try {
      const text = await file.text();
      if (file.name.toLowerCase().endsWith(".json")) this.useProgram(file.name, text);
      else {
        this.useOwn(parseGraph(text, file.name, this.view.directed));
      }
    } catch (error) {
      this.say(error.message);
    }
    this.controls.file.value = "";
  }

  useProgram(name, text) {
    let json;
    try {
      json = JSON.parse(text);
    } catch {
      throw new Error(`${name}: this is no JSON file`);
    }
    json = json.program ?? json;
    compileProgram(json);
    if (!this.tasks.has(json.task)) throw new Error(`${name} holds a program for ${json.task}, which this page does not know`);
    this.tasks.get(json.task).programs[name] = json;
    this.view.program = name;
    this.chooseTask(json.task);
  }

  warnSize(count) {
    this.say(`${count.toLocaleString("en")} nodes: drawing takes a while and labels are hidden.`);
  }

  say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
  }

  /** Makes the instance and its trajectories anew and goes to the first step. */
  reload() {
    const { view, controls: c, task } = this;
    this.stop();
    try {
      this.problem = null;
      const json = task.programs[view.program];
      this.program = compileProgram(json);
      if (takesInstance(task)) this.instance = readInstance(this.program, this.scene.instance);
      else {
        this.problem = task.takes.input === "graph"
          ? graphProblem(task, { ...this.graph, directed: view.directed }, view)
          : { seed: view.seed, ...parseInput(task, view.input) };
        this.instance = encode(task, this.program, this.problem);
      }
    } catch (error) {
      this.say(error.message);
      return;
    }
    if (this.message.textContent && !this.message.textContent.includes("nodes:")) this.say("");
    if (this.instance.labels.length >= TOO_MANY_NODES) this.warnSize(this.instance.labels.length);
    this.trajectories = [new Trajectory(this.program, this.instance, stepBound(this.instance.nodeCount))];
    this.rulesPanel = new RulesPanel(this.program);
    this.rules.replaceChildren(this.rulesPanel.element);
    this.compareWith();
    this.refreshControls();
    if (view.node !== null && view.node >= this.instance.nodeCount) view.node = null;
    const wanted = this.firstStep;
    this.firstStep = 0;
    view.step = 0;
    this.redraw();
    if (wanted) this.goTo(wanted);
    this.trajectories.forEach((each) => each.compute(each.length + 1));
    this.background();
    c.play.textContent = "Play";
  }

  /** The second program: another one of the task, or this one without a rule. */
  compareWith() {
    const { view, controls: c, task, program } = this;
    const others = Object.keys(task.programs).filter((name) => name !== view.program);
    const broken = [
      ...program.nodeCases.flat().map((each) => [`node:${each.index}`, nodeCaseWords(program, each)]),
      ...program.arcCases.flat().map((each) => [`arc:${each.index}`, arcCaseWords(program, each)]),
    ].map(([key, { from, to }]) => [key, `without the rule ${from} becomes ${to} (${key.replace(":", " ")})`]);
    setOptions(c.compare, [["", "nothing"], ...others.map((name) => [`program:${name}`, name]), ...broken], view.compare);
    if (c.compare.value !== view.compare) view.compare = "";
    c.compare.value = view.compare;
    const [kind, which] = view.compare.split(/:(.*)/s);
    this.panes[1].box.hidden = !kind;
    this.panes[0].title.textContent = kind ? view.program : "";
    if (!kind) return;
    const json = kind === "program" ? task.programs[which] : withoutCase(program.json, kind, Number(which));
    this.panes[1].title.textContent = c.compare.selectedOptions[0].textContent;
    this.trajectories.push(new Trajectory(compileProgram(json), this.instance, stepBound(this.instance.nodeCount)));
  }

  refreshControls() {
    const { view, controls: c, task, program, instance } = this;
    const names = [...new Set([...this.graphs.keys(), ...Object.keys(this.scene.files ?? {}), ...this.own.keys()])];
    setOptions(c.graph, names.map((name) => [name, name]), view.graph);
    c.program.value = view.program;
    c.input.value = view.input;
    const starts = instance.labels.map((label, at) => [at, String(label)]).slice(0, 2000);
    if (task.takes.start === "optional") starts.unshift(["", "none"]);
    setOptions(c.start, starts, view.start ?? "");
    c.moreStarts.value = (this.problem?.moreStarts ?? []).map((at) => instance.labels[at]).join(", ");
    c.seed.value = view.seed;
    c.directed.checked = view.directed;
    const scalars = (place) => [["", "none"], ...[...program.scalars.values()].filter((each) => each.place === place).map(({ name }) => [name, name])];
    view.nodeScalar ??= defaultScalar(program, task);
    view.arcScalar ??= [...program.scalars.values()].find(({ place, start }) => place === "arc" && start === "input")?.name ?? "";
    view.named ??= instance.nodeCount <= 14;
    setOptions(c.nodeScalar, scalars("node"), view.nodeScalar);
    setOptions(c.arcScalar, scalars("arc"), view.arcScalar);
    c.virtual.checked = view.virtual;
    c.heard.checked = view.heard;
    c.named.checked = view.named;
    c.virtual.disabled = !instance.kind.includes(1);
  }

  get editable() { return this.task.takes.input === "graph"; }

  // Drawing by hand.

  setEditing(editing) {
    this.editing = editing;
    this.controls.edit.setAttribute("aria-pressed", String(editing));
    this.controls.editing.hidden = !editing;
    this.aim = null;
  }

  tapNode(node) {
    if (this.aim === null || this.aim === undefined || this.aim === node) {
      this.aim = this.aim === node ? null : node;
      this.panes[0].drawing.cy.nodes().removeClass("aim");
      if (this.aim !== null) this.panes[0].drawing.cy.getElementById(`n${node}`).addClass("aim");
      return;
    }
    const weight = this.task.takes.weights === "unused" ? undefined : Number(this.weight.value);
    const graph = toggledEdge({ ...this.graph, directed: this.view.directed }, this.aim, node, weight);
    this.aim = null;
    this.useOwn(graph);
  }

  tapEdge(target) {
    const [source, to] = [target.source().data("node"), target.target().data("node")];
    this.edge = this.graph.edges.find((edge) =>
      (edge[0] === source && edge[1] === to) || (edge[0] === to && edge[1] === source)) ?? null;
    if (this.edge) this.weight.value = this.edge[2] ?? 1;
  }

  setWeight(value) {
    if (this.edge && Number.isFinite(value)) {
      this.useOwn(withWeight(this.graph, this.edge[0], this.edge[1], value));
      this.edge = null;
    }
  }

  deleteChosen() {
    if (this.edge) {
      this.useOwn(toggledEdge({ ...this.graph, directed: this.view.directed }, this.edge[0], this.edge[1]));
      this.edge = null;
    } else if (this.view.node !== null && this.graph.labels.length > 1 && this.instance.kind[this.view.node] === 0) {
      const { node } = this.view;
      this.view.node = null;
      this.view.start = Math.min(this.view.start ?? 0, this.graph.labels.length - 2);
      this.view.moreStarts = this.view.moreStarts.filter((at) => at !== node).map((at) => (at > node ? at - 1 : at));
      this.useOwn(withoutNode(this.graph, node));
    }
  }

  // Running.

  /** Computes the rest of the runs in slices, so that the page stays alive. */
  background() {
    clearTimeout(this.slice);
    this.slice = setTimeout(() => {
      this.trajectories.forEach((each) => each.compute(Infinity, SLICE));
      this.updateTransport();
      if (!this.trajectories.every((each) => each.complete)) this.background();
    }, 0);
  }

  get known() { return Math.max(...this.trajectories.map((each) => each.length)); }

  goTo(step) {
    const wanted = Math.max(0, step);
    this.trajectories.forEach((each) => each.compute(wanted + 1));
    this.view.step = Math.min(wanted, this.known);
    this.show();
  }

  finish() {
    const far = () => {
      const done = this.trajectories.map((each) => each.compute(Infinity, 4 * SLICE)).every(Boolean);
      this.view.step = this.known;
      if (done) this.show();
      else { this.updateTransport(); this.slice = setTimeout(far, 0); }
    };
    clearTimeout(this.slice);
    far();
  }

  toggle() {
    if (this.playing) { this.stop(); return; }
    if (this.view.step >= this.known && this.trajectories.every((each) => each.complete)) this.goTo(0);
    this.playing = true;
    this.controls.play.textContent = "Pause";
    let due = performance.now();
    const frame = (now) => {
      if (!this.playing) return;
      if (now >= due) {
        due = Math.max(due + 1000 / this.view.speed, now - 50);
        const before = this.view.step;
        const begun = performance.now();
        this.goTo(before + 1);
        this.frames.push(performance.now() - begun);
        if (this.view.step === before) { this.stop(); return; }
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  stop() {
    this.playing = false;
    this.controls.play.textContent = "Play";
  }

  redraw() {
    const { view } = this;
    const own = takesInstance(this.task) ? this.scene.instance.positions : this.editable ? this.graph.positions : null;
    this.positions = positionsOf(this.task, this.instance, this.problem, own);
    if (this.editable) this.positions[this.instance.labels.length] = [0.5, -0.2];
    this.trajectories.forEach(({ program }, at) => {
      this.drawingAt(at).load(program, this.instance, this.positions, {
        showVirtual: view.virtual || this.instance.labels.length === 0, starts: startsOf(this.problem),
        named: view.named, keepView: Boolean(this.editing),
      });
    });
    this.show();
  }

  show() {
    const { view } = this;
    const differing = this.difference();
    this.trajectories.forEach((trajectory, at) => {
      const step = Math.min(view.step, trajectory.length);
      const detail = trajectory.detail(step);
      const snapshot = trajectory.snapshot(step);
      this.drawingAt(at).show(snapshot, detail, this.task.outputs, {
        nodeScalar: view.nodeScalar, arcScalar: view.arcScalar, named: view.named,
        differing: at ? differing : null, heardShown: view.heard,
      });
      if (at === 0) this.showPanels(trajectory, snapshot, detail);
    });
    this.updateTransport(differing);
  }

  showPanels(trajectory, snapshot, detail) {
    const { program, instance } = trajectory;
    this.rulesPanel.light(detail);
    const present = new Set(snapshot.nodeState);
    this.controls.legend.replaceChildren(...legend(program, present));
    this.answer.replaceChildren(...answerPanel(program, instance, snapshot, this.task.outputs));
    if (this.view.node !== null) this.why.replaceChildren(...whyPanel(program, instance, snapshot, this.view.node));
    if (instance.nodeCount <= MANY_NODES / 4) this.list.replaceChildren(this.nodeList(program, instance, snapshot));
    else this.list.textContent = "The list is left out for graphs of this size.";
  }

  nodeList(program, instance, snapshot) {
    const names = [...program.scalars.values()].filter(({ place }) => place === "node").map(({ name }) => name);
    return h("table", {},
      h("thead", {}, h("tr", {}, ["node", "state", ...names, ""].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, instance.names.map((name, node) => h("tr", {},
        h("th", { scope: "row" }, name), h("td", {}, program.nodeStates[snapshot.nodeState[node]]),
        names.map((each) => h("td", {}, String(Number(snapshot.scalars[each][node].toPrecision(4))))),
        h("td", {}, h("button", { type: "button", "aria-label": `Why does node ${name} do that?`, "data-why": node, onclick: () => this.ask(node) }, "Why"))))));
  }

  /** The nodes whose states, or those of arcs in their rows, differ between the runs, or null. */
  difference() {
    if (this.trajectories.length < 2) return null;
    const [one, other] = this.trajectories.map((each) => each.snapshot(Math.min(this.view.step, each.length)));
    const found = new Set();
    one.nodeState.forEach((state, node) => { if (state !== other.nodeState[node]) found.add(node); });
    one.arcState.forEach((state, arc) => {
      if (state !== other.arcState[arc]) found.add(this.instance.receiver[arc]);
    });
    return found;
  }

  updateTransport(differing = null) {
    const { controls: c, view } = this;
    const done = this.trajectories.every((each) => each.complete);
    const [first] = this.trajectories;
    c.slider.max = this.known;
    c.slider.value = view.step;
    const end = first.halted ? `${first.length}` : first.complete ? `${first.length}, cut off` : `${first.length} so far`;
    let text = `Step ${view.step} of ${end}.`;
    if (view.step >= first.length && first.halted) text += " Nothing changes any more.";
    else if (view.step < first.length) {
      const change = first.changes[view.step];
      text += ` Next: ${plural(change.nodeState.at.length, "node")} and ${plural(change.arcState.at.length, "arc")} change state.`;
    }
    if (differing !== null) text += differing.size ? ` The runs differ at ${plural(differing.size, "node")}.` : " Both programs agree so far.";
    if (differing !== null || this.trajectories.length < 2) this.status.textContent = text;
    c.slider.setAttribute("aria-valuetext", `step ${view.step} of ${end}`);
    this.root.dataset.step = view.step;
    this.root.dataset.steps = this.known;
    this.root.dataset.done = done;
  }

  ask(node) {
    this.view.node = node;
    const [trajectory] = this.trajectories;
    const step = Math.min(this.view.step, trajectory.length);
    this.why.replaceChildren(...whyPanel(trajectory.program, trajectory.instance, trajectory.snapshot(step), node));
  }

  key(event) {
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) && event.target.type !== "range" && event.target.type !== "checkbox") return;
    const act = {
      ArrowRight: () => { this.stop(); this.goTo(this.view.step + 1); },
      ArrowLeft: () => { this.stop(); this.goTo(this.view.step - 1); },
      Home: () => { this.stop(); this.goTo(0); },
      End: () => { this.stop(); this.finish(); },
      v: () => { this.view.virtual = !this.view.virtual; this.controls.virtual.checked = this.view.virtual; this.redraw(); },
      Delete: () => { if (this.editing) this.deleteChosen(); },
      " ": () => { if (event.target.tagName !== "BUTTON") this.toggle(); },
    }[event.key];
    if (!act || (event.key === " " && event.target.tagName === "BUTTON")) return;
    if (event.target.type === "range" && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    act();
  }

  // Links.

  copyLink() {
    const { view } = this;
    const own = this.editable && !this.graphs.has(view.graph) ? this.graph : undefined;
    const words = encodeLink({ ...view, own });
    if (words.length > MOST_LINK) { this.say("This graph is too large for a link; save it as a file."); return; }
    const address = this.link.write(words);
    navigator.clipboard?.writeText(address).catch(() => {});
    this.say("The address of this page now restores this view; it is in the clipboard.");
  }

  restore() {
    const words = this.link?.read();
    if (!words) return false;
    try {
      const { own, ...view } = decodeLink(words);
      Object.assign(this.view, view);
      if (own) this.own.set(own.name, own);
      return true;
    } catch {
      this.damaged = true;
      return false;
    }
  }
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const startsOf = (problem) => (problem?.start == null ? [] : [problem.start, ...(problem.moreStarts ?? [])]);

const takesInstance = (task) => task.takes.input === "instance";

/** More steps than any bundled task takes on so many nodes. */
const stepBound = (nodes) => 4 * nodes * nodes + 20 * nodes + 100;

function defaultScalar(program, task) {
  const of = (name) => program.scalars.get(name)?.place === "node";
  const output = Object.values(task.outputs).find(({ scalar }) => scalar && of(scalar));
  if (output) return output.scalar;
  return [...program.scalars.values()].find(({ place, start }) => place === "node" && start !== "zero")?.name ?? "";
}

/** A view in the characters of an address. */
export function encodeLink(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decodeLink(words) {
  const text = atob(words.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
}
