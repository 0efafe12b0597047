// The page's words, rendered by the server in the reader's language.
import { jsonBlock } from "./dom.js";

const words = jsonBlock("words") ?? {};

/** The words of a key, with {name} filled from `values`. An unknown key shows itself. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}
