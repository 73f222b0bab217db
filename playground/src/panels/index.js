// The panels of the page. A new one is a module here and a line below.

import "./files.js";
import "./stage.js";
import "./object.js";
import "./actions.js";
import "./history.js";
import "./facts.js";
import "./lab.js";
import "./why.js";
import "./engines.js";
import "./planning.js";
import "./step.js";
import "./network.js";
import "./belief.js";
