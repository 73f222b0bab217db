// The theme: as the system has it, until the visitor chooses.

const KEY = "relgym.theme";

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Return "light" or "dark". */
export function theme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return stored() ?? system;
}

/** Show the theme. */
export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** Change from light to dark or back; the choice is kept. */
export function toggleTheme() {
  try {
    localStorage.setItem(KEY, theme() === "dark" ? "light" : "dark");
  } catch {
    // Private windows may keep nothing: the system's theme stays.
  }
  applyTheme();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
