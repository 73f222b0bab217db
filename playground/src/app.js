// The store: what the page knows, and who wants to hear of changes.

/** The member of a request that has the subject of a question. */
export const member = (question) => (question === "query" ? "formula" : "subject");

/**
 * Make the store that every panel gets.
 *
 * `app.state` is read by everyone and changed by `app.set` alone. Events have the name of what has changed:
 *
 * | event        | `app.state` member that has changed                                                        |
 * | ------------ | ------------------------------------------------------------------------------------------ |
 * | `connection` | `connection`: "connecting", "open" or "lost"; `about`, the stage of a start or the problem; `percent` of its files |
 * | `engines`    | `engines`, the names of the engines                                                        |
 * | `catalogue`  | `catalogue`, the domains that come along                                                   |
 * | `texts`      | `texts`: {domain, problem, axioms: [text]}, as the editor has them                         |
 * | `checked`    | `diagnostics` of the texts                                                                 |
 * | `task`       | `task`: {id, language, name, domain, features}, or null while the texts have errors; and `names` |
 * | `session`    | `session`, the id of a new session; `backend` and `seed` are those it was made with        |
 * | `node`       | `node`, where the session stands: {node, parent, state, actions, goal, reward, …}          |
 * | `history`    | `nodes`, a Map of all nodes of the session by number                                       |
 * | `select`     | `selected`, the name of an object, or null                                                 |
 * | `hover`      | `hovered`, an action that is pointed at, or null                                           |
 * | `preview`    | `preview`, what `hovered` would do: {action, outcomes, svg, samples} or {action, problem}, or null |
 * | `highlight`  | `highlight`, a Set of names of objects that the picture marks                              |
 * | `ghosts`     | `ghosts`: atoms that may hold in the present state, {node, atoms, all}, drawn pale; or null   |
 * | `overlay`    | `overlay`: answers that are drawn over the picture, {title, rows: [[object]], isOld}, or null |
 * | `tool`       | `tool`, the name of the tool that is open, or null                                          |
 * | `why`        | `why`, a subject whose reasons the visitor wants to see                                     |
 * | `reveal`     | `reveal`, a place in the files to show: {file, line, column, end_line, end_column}, `isCaret` to write there |
 * | `look`       | `look`: {source, domain, name, actions, svg} of the first world before relgym has started, or null |
 * | `goals`      | `goals`: {conditions: [{text, holds}]} or null where the service does not tell             |
 * | `planner`    | `planner`, the name of a planner or null; `optimal`, whether a plan must cost least        |
 * | `open-files` | nothing: somebody wants to open files of this computer                                      |
 * | `edit`       | nothing: somebody wants to write in the files                                              |
 * | `show-error` | nothing: somebody wants to see the first error                                             |
 * | `panes`      | nothing: the files or the tools were opened or closed                                       |
 * | `leave`      | nothing: other files are about to be opened                                                |
 * | `busy`       | `busy`, the number of calls whose answers are waited for                                   |
 */
export function createApp(transport) {
  const listeners = new Map();
  const state = {
    connection: "connecting",
    about: null,
    percent: null,
    engines: [],
    catalogue: [],
    source: null,
    texts: { domain: "", problem: "", axioms: [] },
    diagnostics: [],
    task: null,
    names: null,
    backend: "builtin",
    seed: 0,
    session: null,
    node: null,
    nodes: new Map(),
    selected: null,
    hovered: null,
    preview: null,
    highlight: new Set(),
    ghosts: null,
    overlay: null,
    tool: null,
    why: null,
    reveal: null,
    look: null,
    goals: null,
    planner: null,
    optimal: false,
    busy: 0,
  };

  const app = {
    state,

    /** Ask the service; the promise is rejected with the problem: {status, title, detail, …}. An AbortSignal cancels it. */
    async call(verb, data = {}, signal = null) {
      app.set("busy", { busy: state.busy + 1 });
      try {
        return await transport.call(verb, data, signal);
      } finally {
        app.set("busy", { busy: state.busy - 1 });
      }
    },

    /** Ask a question about the state where the session stands. */
    ask(question, subject, options, signal) {
      const data = { session: state.session, question };
      if (subject !== undefined && subject !== null) data[member(question)] = subject;
      if (options !== undefined) data.options = options;
      return app.call("sessions.ask", data, signal);
    },

    /** Call `listener(state)` at each event of this name; returns a function that ends this. */
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
      return () => listeners.get(event).delete(listener);
    },

    /** Tell all listeners of an event. */
    emit(event) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(state);
    },

    /** Change members of the state, and tell it. */
    set(event, changes) {
      Object.assign(state, changes);
      app.emit(event);
    },
  };
  return app;
}
