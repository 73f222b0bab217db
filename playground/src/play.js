// Playing: texts become a task, a task a session, and a session goes from node to node.

import { diagnosticOf, named } from "./diagnostics.js";
import { debounced } from "./dom.js";
import { goalConditions } from "./goals.js";
import { say } from "./messages.js";

const CHECK_AFTER = 120;
const FIRST_DOMAIN = "blocks";
// The states of an answer that refuses an action: it is not valid here, or it is none.
const INVALID = [409, 422];

/** Make the verbs of playing, `app.play`. */
export function createPlay(app) {
  const { state } = app;
  // The child of each node that was visited last: where "redo" goes.
  const children = new Map();
  let turn = Promise.resolve();
  let edition = 0;

  /** Carry out what changes the session one after the other, however fast keys are pressed. */
  function inTurn(action) {
    const done = turn.then(action);
    turn = done.catch(() => {});
    return done.catch((problem) => {
      if (problem?.status === undefined) throw problem;
      if (problem.status === 404 && state.task) return restart("The service had forgotten this session; it goes on in a new one.");
      say(problem, "error");
      return null;
    });
  }

  function remember(view) {
    if (view.parent !== null && view.parent !== undefined) children.set(view.parent, view.node);
    state.nodes.set(view.node, view);
  }

  function arrive(view) {
    remember(view);
    app.set("node", { node: view, hovered: null });
    app.emit("history");
    askGoals(view);
  }

  async function askGoals(view) {
    const conditions = state.task?.language === "pddl" ? goalConditions(state.texts.problem) : [];
    if (!conditions.length) return app.set("goals", { goals: null });
    const calls = conditions.map((formula) => ({ verb: "sessions.ask", data: { session: state.session, question: "query", formula } }));
    try {
      const answers = await app.call("batch", { calls });
      if (state.node !== view) return null;
      const found = conditions.map((text, index) => ({ text, holds: answers[index].ok?.holds ?? null }));
      return app.set("goals", { goals: { conditions: found } });
    } catch {
      return app.set("goals", { goals: null });
    }
  }

  async function start(actions = []) {
    const asked = { task: state.task.id, backend: state.backend, seed: state.seed };
    const view = await app.call("sessions.create", asked);
    children.clear();
    app.set("session", { session: view.id, nodes: new Map(), node: null, goals: null, selected: null });
    arrive(view);
    return follow(actions);
  }

  /** Carry out actions up to the first that is not valid; returns the number of those that were. */
  async function follow(actions) {
    if (!actions.length) return 0;
    const { nodes, failed } = await app.call("sessions.steps", { session: state.session, steps: actions });
    nodes.forEach(remember);
    if (nodes.length) arrive(nodes.at(-1));
    if (failed && !INVALID.includes(failed.problem.status)) throw failed.problem;
    if (nodes.length < actions.length) say(`${nodes.length} of ${actions.length} steps can be made; you stand after them.`);
    return nodes.length;
  }

  /** Begin a session anew in the state where this one stands, as far as its actions can still be carried out. */
  async function restart(message = null) {
    const actions = line().map((view) => view.action).filter((action) => action !== null && action !== undefined);
    try {
      await start(actions);
      if (message) say(message);
    } catch (problem) {
      say(problem, "error");
    }
  }

  /** The nodes from the start to the present one. */
  function line() {
    const found = [];
    for (let view = state.node; view; view = state.nodes.get(view.parent)) found.unshift(view);
    return found;
  }

  /** Check the texts; if they are sound, play them from where the visitor stands. */
  async function check({ fresh = false } = {}) {
    const own = ++edition;
    const texts = state.texts;
    let found = null;
    try {
      found = await app.call("tasks.check", texts);
    } catch (problem) {
      // When the connection is there again, the texts are checked again.
      if (problem.status === 0) return;
      found = { diagnostics: [diagnosticOf(problem)] };
    }
    if (own !== edition) return;
    const diagnostics = (found.diagnostics ?? []).map((each) => ({ ...each, message: named(each.message) }));
    app.set("checked", { diagnostics });
    if (diagnostics.some((each) => each.severity === "error")) {
      if (fresh) leaveWorld();
      return;
    }
    try {
      const task = await app.call("tasks.create", texts);
      if (own !== edition || (task.id === state.task?.id && !fresh)) return;
      await inTurn(() => {
        app.set("task", { task, names: null });
        if (fresh || !state.node) return start();
        return restart();
      });
      const names = await app.call("tasks.ask", { task: task.id, question: "names", backend: state.backend }).catch(() => null);
      if (names && task.id === state.task?.id) app.set("task", { names });
    } catch (problem) {
      if (own !== edition || problem.status === 0) return;
      app.set("checked", { diagnostics: [...diagnostics, diagnosticOf(problem)] });
      if (fresh) leaveWorld();
    }
  }

  /** Show no world: that of other files says nothing about these. */
  function leaveWorld() {
    app.set("task", { task: null, names: null, node: null, session: null, nodes: new Map(), selected: null, goals: null });
  }

  const checkSoon = debounced(check, CHECK_AFTER);

  function open(texts, source) {
    app.set("texts", { texts, source });
    return check({ fresh: true });
  }

  // A step that was under way when the connection broke may have been carried out or not.
  let wasLost = false;
  app.on("connection", ({ connection }) => {
    if (connection === "lost") wasLost = true;
    if (connection !== "open" || !wasLost) return;
    wasLost = false;
    if (state.session) {
      inTurn(async () => {
        const view = await app.call("sessions.get", { session: state.session });
        if (view.node !== state.node?.node) arrive(view);
      });
    }
    checkSoon();
  });

  return {
    line,

    /** Fetch engines and catalogue, and open what the address has, or the first domain. */
    async begin(shared) {
      try {
        const [engines, catalogue] = await Promise.all([app.call("engines"), app.call("catalogue.list")]);
        app.set("engines", { engines: engines.engines });
        app.set("catalogue", { catalogue: catalogue.domains });
      } catch (problem) {
        if (problem.status !== 0) say(problem, "error");
        await new Promise((resolve) => {
          const off = app.on("connection", () => state.connection === "open" && (off(), resolve()));
        });
        return this.begin(shared);
      }
      if (shared) await this.openShared(shared);
      return state.texts.domain ? null : this.openCatalogue(FIRST_DOMAIN);
    },

    /** Open a domain of the catalogue. */
    async openCatalogue(name, problem) {
      try {
        const found = await app.call("catalogue.get", problem === undefined ? { name } : { name, problem });
        await this.openTexts({ domain: found.domain, problem: found.problem, axioms: found.axioms }, { name, problem: found.problem_name });
      } catch (trouble) {
        say(trouble, "error");
      }
    },

    /** Open a domain of the catalogue with a new problem, which its generator makes. */
    async openGenerated(name, level) {
      try {
        const found = await app.call("tasks.generate", { name, level, seed: Math.floor(Math.random() * 1e6) });
        await this.openTexts({ domain: found.domain, problem: found.problem, axioms: found.axioms }, { name, problem: `new, seed ${found.seed}` });
      } catch (trouble) {
        say(trouble, "error");
      }
    },

    /** Open texts as a new game. */
    async openTexts(texts, source = null) {
      app.emit("leave");
      await open(texts, source);
    },

    /** Open a link or what was kept: a domain by name, or texts, engine, seed and the actions that were carried out. */
    async openShared({ named, texts, source = null, backend, seed, actions }) {
      if (named) return this.openCatalogue(named.name, named.problem);
      if (!texts) return say("The link is not whole: open it again, or ask for another one.", "error");
      const known = state.engines.includes(backend);
      if (backend && !known) say(`The engine ${backend} is not here: ${state.backend} answers.`);
      app.set("engines", { backend: known ? backend : state.backend, seed });
      await open(texts, source);
      if (state.node) await inTurn(() => follow(actions));
      return null;
    },

    /** Take a text from the editor; it is checked when typing pauses. */
    edit(which, text) {
      const texts = { ...state.texts, [which]: text };
      if (which === "axioms") texts.axioms = text.trim() ? [text] : [];
      state.texts = texts;
      if (state.source) state.source = { ...state.source, edited: true };
      edition += 1;
      checkSoon();
    },

    /** Carry out an action where the session stands; returns the node after it, or null. `refused(problem)` hears why it is not valid. */
    step(action, refused = (problem) => say(problem, "error")) {
      return inTurn(async () => {
        if (!state.session) return null;
        try {
          const view = await app.call("sessions.step", { session: state.session, action });
          arrive(view);
          return view;
        } catch (problem) {
          if (!INVALID.includes(problem.status)) throw problem;
          refused(problem);
          return null;
        }
      });
    },

    /** Go to a node of the session. */
    goTo(node) {
      return inTurn(async () => {
        if (!state.session || state.node?.node === node) return;
        arrive(await app.call("sessions.goto", { session: state.session, node }));
      });
    },

    /** Go back by one step. */
    undo() {
      const parent = state.node?.parent;
      return parent === null || parent === undefined ? Promise.resolve() : this.goTo(parent);
    },

    /** Go forward to the node that was visited last. */
    redo() {
      const child = children.get(state.node?.node);
      return child === undefined ? Promise.resolve() : this.goTo(child);
    },

    canRedo: () => children.has(state.node?.node),

    /** The line on which the session stands: from the start, through the present node, to where "redo" leads. */
    whole() {
      const found = line();
      let next = children.get(state.node?.node);
      while (next !== undefined && state.nodes.has(next)) {
        found.push(state.nodes.get(next));
        next = children.get(next);
      }
      return found;
    },

    /** Go to the start. */
    reset() {
      return this.goTo(0);
    },

    /** Begin anew with another seed. */
    again(seed = Math.floor(Math.random() * 1e6)) {
      app.set("engines", { seed });
      return inTurn(() => (state.task ? start() : null));
    },

    /** Let another engine answer; the state stays. */
    useEngine(backend) {
      app.set("engines", { backend });
      return inTurn(() => (state.task ? restart() : null));
    },
  };
}
