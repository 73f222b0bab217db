// The start of the page: transport, store, panels, and the first problem.

import { createApp } from "./app.js";
import { begun, keepHistory } from "./keeping.js";
import { createPlay } from "./play.js";
import { mountShell } from "./shell.js";
import { applyTheme } from "./theme.js";
import { showPreviews } from "./previews.js";
import { showFirstLook } from "./look.js";
import "./panels/index.js";

applyTheme();

const kind = document.querySelector('meta[name="relgym-transport"]').content;
const { open } = await import(`./transports/${kind}.js`);

let app = null;
const transport = open((connection, about = null, percent = null) => app?.set("connection", { connection, about, percent }));
app = createApp(transport);
app.hasService = kind === "socket";
app.play = createPlay(app);
mountShell(document.getElementById("app"), app);
keepHistory(app);
showPreviews(app);
// For the console and for tests.
globalThis.relgym = app;
const given = await begun();
if (!app.hasService && given === null) showFirstLook(app);
await app.play.begin(given);
