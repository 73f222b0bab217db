// The playground takes the film's place when a visitor asks for it; without scripts the link opens it as a page.
const figure = document.querySelector(".player");
const link = figure.querySelector("a");

function play(event) {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || location.protocol === "file:") return;
  // A narrow window has no room for a page inside of a page.
  if (window.matchMedia("(max-width: 60rem)").matches) return;
  event.preventDefault();
  const frame = document.createElement("iframe");
  frame.src = link.href;
  frame.title = "The playground";
  figure.querySelector("picture").replaceWith(frame);
  link.textContent = "Open it in the whole window";
  link.removeEventListener("click", play);
  frame.focus();
}

link.addEventListener("click", play);
