// Small helpers over the DOM. Nothing here knows mahjong.

/** Builds an element: h("button", {class: "x", onclick: f, dataset: {k: 1}}, "text", child). */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false),
  );
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An <svg> that shows one symbol of the sprite. */
export function symbol(url, id, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  if (className) svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${url}#${id}`);
  svg.append(use);
  return svg;
}

/** Reads a JSON block that the template rendered. */
export function jsonBlock(id) {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : null;
}

/**
 * Redraws parts of a page only when what they show has changed, and keeps the focus where it
 * was: elements that carry data-key find their successor by that key.
 */
export class Regions {
  #shown = new Map();

  draw(element, shows, build) {
    const key = JSON.stringify(shows);
    if (this.#shown.get(element) === key) return false;
    this.#shown.set(element, key);
    const focused = element.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : undefined;
    element.replaceChildren(...[build()].flat(Infinity).filter(Boolean));
    if (focused !== undefined) {
      element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    }
    return true;
  }

  forget(element) {
    this.#shown.delete(element);
  }
}

/** Says something to people who listen to the page instead of looking at it. */
export function announce(text, node = document.getElementById("announce")) {
  if (!node || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  node.append(line);
  while (node.childElementCount > 4) node.firstElementChild.remove();
}
