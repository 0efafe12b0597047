// What a person has set for this browser. Kept locally, never sent.
const KEY = "laozhuang.prefs";
const DEFAULTS = { oneTap: false, index: null, autoPass: null, motion: true };

let held = null;

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function prefs() {
  held ??= { ...DEFAULTS, ...load() };
  return held;
}

export function setPref(name, value) {
  held = { ...prefs(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // Private windows may refuse; the setting then lasts as long as the page.
  }
  applyPrefs();
}

/** Corner letters and digits help those who do not read the characters: on in English. */
export function showsIndex() {
  return prefs().index ?? document.documentElement.lang.startsWith("en");
}

export function applyPrefs() {
  document.documentElement.classList.toggle("with-index", showsIndex());
}
