// What stays on this computer, as JSON by keys. Private windows may keep nothing, and others may have written what is there.

/** Return what was kept with a key; null where there is nothing that can be read. */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Keep a value with a key; returns whether the browser has kept it. */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
