// The shell: header, the four areas in which panels stand, and on narrow screens the places between which one changes.

import { catalogueButton } from "./catalogue.js";
import { h, fill, newId } from "./dom.js";
import { invitation, praise } from "./first.js";
import { icon } from "./icons.js";
import { helpDialog, listenToKeys } from "./keys.js";
import { messages } from "./messages.js";
import { mountPanes } from "./panes.js";
import { panelsOf } from "./registry.js";
import { shareButton } from "./sharing.js";
import { toggleTheme, theme } from "./theme.js";

const PLACES = [
  ["files", "Files"],
  ["play", "Play"],
  ["tools", "Tools"],
];

const BUSY_AFTER = 400;
const LOST = "The service does not answer. Your texts are safe here; the page tries again by itself.";

/** Build the page. */
export function mountShell(root, app) {
  const help = helpDialog(app);
  const areas = {
    files: h("section.area.files", { "aria-label": "Files", id: "area-files" }),
    stage: h("section.area.stage", { "aria-label": "Picture and goal", id: "area-stage", tabindex: "-1" }),
    side: h("section.area.side", { "aria-label": "Actions", id: "area-side" }),
    tools: h("section.area.tools", { "aria-label": "Tools", id: "area-tools" }),
  };
  const main = h("main.work", { "data-place": "play" }, areas.files, areas.stage, areas.side, areas.tools);
  const panes = mountPanes(main, areas, () => app.emit("panes"));
  fill(
    root,
    h("a.skip", { href: "#area-stage" }, "Skip to the picture"),
    header(app, help),
    progress(app),
    connectionBanner(app),
    main,
    places(main, panes, app),
    messages(app),
    help,
  );
  for (const area of ["files", "stage", "side"]) {
    for (const found of panelsOf(area)) {
      const element = h(`div.panel.panel-${found.id}`, { "data-panel": found.id });
      areas[area].append(element);
      found.mount(element, app);
    }
  }
  main.prepend(errorHandle(panes.handle, app));
  mountTabs(areas.tools, panes, app);
  praise(app);
  listenToKeys(app, help);
}

function header(app, help) {
  const themeButton = h("button.icon-button", { type: "button", id: "theme", onclick: change }, icon("sun"));
  function label() {
    const other = theme() === "dark" ? "light" : "dark";
    themeButton.setAttribute("aria-label", `Use the ${other} theme`);
    themeButton.title = `Use the ${other} theme`;
    fill(themeButton, icon(other === "light" ? "sun" : "moon"));
  }
  function change() {
    toggleTheme();
    label();
  }
  label();
  const helpButton = h("button.icon-button", { type: "button", "aria-label": "Keys and help", title: "Keys and help (?)", onclick: () => help.showModal() }, icon("help"));
  return h(
    "header.bar",
    {},
    h("div.brand", {}, h("img", { src: "favicon.svg", alt: "", width: 24, height: 24 }), h("h1", {}, "relgym", h("span.brand-more", {}, " playground"))),
    catalogueButton(app),
    h("div.grow"),
    invitation(app),
    enginePicker(app),
    shareButton(app),
    helpButton,
    themeButton,
  );
}

function enginePicker(app) {
  const id = newId("engine");
  const select = h("select", { id, title: "The engine that answers", onchange: () => app.play.useEngine(select.value) });
  app.on("engines", ({ engines, backend }) => {
    if (select.options.length !== engines.length) fill(select, engines.map((name) => h("option", { value: name }, name)));
    select.value = backend;
  });
  return h("div.engine", {}, h("label", { for: id }, "Engine"), select);
}

/** Return the line that moves while an answer takes long. */
function progress(app) {
  const line = h("div.progress", { role: "progressbar", "aria-label": "relgym is computing", hidden: true });
  let timer = null;
  app.on("busy", ({ busy }) => {
    if (busy > 0) {
      timer ??= setTimeout(() => (line.hidden = false), BUSY_AFTER);
    } else {
      clearTimeout(timer);
      timer = null;
      line.hidden = true;
    }
  });
  return line;
}

function connectionBanner(app) {
  const banner = h("div.banner", { role: "alert", hidden: true });
  const stage = h("span");
  // Not a text: it would be read aloud at each percent.
  const bar = h("progress", { max: 100, "aria-label": "Files of relgym that are loaded" });
  const amount = h("span.percent", { "aria-hidden": "true" });
  app.on("connection", ({ connection, about, percent }) => {
    // While a socket tries again, the banner stays as it is.
    if (connection === "connecting" && about === null) return;
    banner.hidden = connection === "open";
    banner.classList.toggle("starting", connection === "connecting");
    if (connection === "connecting") {
      const told = `relgym starts in this page: ${about} …`;
      if (!stage.isConnected) fill(banner, stage, bar, amount);
      if (stage.textContent !== told) stage.textContent = told;
      bar.value = percent ?? 0;
      amount.textContent = percent === null ? "" : `${percent} %`;
    }
    if (connection === "lost") fill(banner, icon("error"), h("span", {}, about === null ? LOST : `${about.title}: ${about.detail}. ${capital(about.hint)}.`));
  });
  return banner;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** Let the handle of the files count their errors. */
function errorHandle(handle, app) {
  const count = h("span.errors", { hidden: true });
  handle.append(count);
  app.on("checked", ({ diagnostics }) => {
    const errors = diagnostics.filter((each) => each.severity === "error").length;
    count.hidden = errors === 0;
    count.textContent = String(errors);
    count.setAttribute("aria-label", `${errors} ${errors === 1 ? "error" : "errors"}`);
  });
  return handle;
}

function places(main, panes, app) {
  const buttons = PLACES.map(([place, title]) =>
    h("button", { type: "button", "data-place": place, "aria-pressed": String(place === "play"), onclick: () => app.showPlace(place) }, title),
  );
  function go(place) {
    main.dataset.place = place;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.place === place));
  }
  app.showPlace = (place) => {
    go(place);
    if (place === "play") return;
    panes.open(place);
    if (place === "tools") app.mountTool();
  };
  return h("nav.places", { "aria-label": "Parts of the page" }, buttons);
}

/** Mount the panels of the tools as tabs; a panel is mounted when its tab is first opened. */
function mountTabs(area, panes, app) {
  const bar = h("div.tabs", { role: "tablist", "aria-label": "Tools" });
  const body = h("div.tab-body");
  const tabs = panelsOf("tools").map((found) => {
    const element = h(`div.panel.panel-${found.id}`, { role: "tabpanel", id: `panel-${found.id}`, "aria-labelledby": `tab-${found.id}`, "data-panel": found.id, tabindex: "0", hidden: true });
    const tab = h("button", { type: "button", role: "tab", id: `tab-${found.id}`, "aria-controls": `panel-${found.id}`, "aria-selected": "false", tabindex: "-1", onclick: () => openTab(found.id) }, found.title);
    bar.append(tab);
    body.append(element);
    return { ...found, tab, element, mounted: false };
  });

  function show(id) {
    for (const each of tabs) {
      const chosen = each.id === id;
      each.tab.setAttribute("aria-selected", String(chosen));
      each.tab.tabIndex = chosen ? 0 : -1;
      each.element.hidden = !chosen;
    }
    mountChosen();
    tell();
  }

  /** Tell which tool is open. */
  function tell() {
    const chosen = tabs.find((each) => !each.element.hidden);
    const tool = chosen && panes.isOpen("tools") ? chosen.id : null;
    if (tool !== app.state.tool) app.set("tool", { tool });
  }

  /** Mount the panel of the chosen tab, once it can be seen. */
  function mountChosen() {
    const chosen = tabs.find((each) => !each.element.hidden);
    if (!chosen || !panes.isOpen("tools")) return;
    if (!chosen.mounted) {
      chosen.mounted = true;
      chosen.mount(chosen.element, app);
    }
    chosen.opened?.();
  }

  function openTab(id) {
    show(id);
    panes.open("tools");
    mountChosen();
  }

  function visible() {
    return tabs.filter((each) => !each.tab.hidden);
  }

  bar.addEventListener("keydown", (event) => {
    const shown = visible();
    const at = shown.findIndex((each) => each.tab === document.activeElement);
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const next = shown[(moves[event.key] + shown.length) % shown.length];
    openTab(next.id);
    next.tab.focus();
  });

  function filter() {
    for (const each of tabs) each.tab.hidden = each.shown !== null && !each.shown(app.state);
    const open = visible().find((each) => each.tab.getAttribute("aria-selected") === "true");
    if (!open && visible().length) show(visible()[0].id);
  }

  app.on("task", filter);
  app.on("panes", tell);
  app.mountTool = mountChosen;
  app.openTool = (id) => {
    show(id);
    app.showPlace("tools");
    // What was pressed may stand in a place that is hidden now.
    tabs.find((each) => each.id === id).element.focus({ preventScroll: true });
  };
  app.explain = (subject) => {
    app.set("why", { why: subject });
    app.openTool("why");
  };
  area.append(h("div.tools-head", {}, bar, panes.closeTools), body);
  filter();
}
