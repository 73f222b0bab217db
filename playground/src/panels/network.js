// The dynamic Bayes net of an RDDL instance: what a step computes from what.

import { fill, h, picture } from "../dom.js";
import { panel } from "../registry.js";
import { fittedPicture } from "./fitted.js";
import { refusal } from "./refusal.js";

panel({ id: "network", title: "Bayes net", order: 40, mount, shown: ({ task }) => task?.language === "rddl" });

function mount(element, app) {
  const ground = h("input", { type: "checkbox", id: "network-ground", onchange: () => show() });
  const box = fittedPicture("Dynamic Bayes net");
  const trouble = h("div");
  let drawn = null;
  element.append(h("div.row", {}, h("label.row", { for: "network-ground" }, ground, "a node for each value")), trouble, box.element);

  async function show() {
    const { task } = app.state;
    if (task?.language !== "rddl") return;
    const key = `${task.id} ${ground.checked}`;
    if (drawn === key) return;
    drawn = key;
    try {
      const { svg } = await app.call("tasks.ask", { task: task.id, question: "network", backend: app.state.backend, options: { ground: ground.checked } });
      if (drawn !== key) return;
      fill(trouble);
      box.show(picture(svg));
    } catch (problem) {
      drawn = null;
      box.hide();
      fill(trouble, refusal(problem));
    }
  }

  app.on("task", show);
  show();
}
