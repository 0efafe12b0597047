// Parts of a bracket's picture that are legible from afar, one after the other.
// Knows sizes only: nothing of the event, nothing of the page around the picture.

const LETTER = 16; // The picture's letters in its own units, as screen.css has them.
const LEAST = 0.0194; // A letter is at least this much of the screen's height.
const MOST = 2.4; // No picture is blown up more than this.
const MARGIN = 12;
const HEAD = 30;

/** Every table of the picture: its corner, and whether it is still to be decided. */
function nodesOf(svg) {
  return [...svg.querySelectorAll(".node")].map((node) => ({
    x: Number(node.dataset.x),
    y: Number(node.dataset.y),
    isOpen: !node.classList.contains("finished"),
  }));
}

/** The windows [x, y, width, height], in the picture's units, that show all open tables in turn. */
export function windowsOf(svg, width, height, screenHeight) {
  const whole = svg.dataset.whole.split(" ").map(Number);
  const [boxWidth, boxHeight] = svg.dataset.box.split(" ").map(Number);
  const fitting = Math.min(width / whole[0], height / whole[1]);
  const least = (LEAST * screenHeight) / LETTER;
  if (fitting >= least) return [centred([0, 0, ...whole], width, height, Math.min(fitting, MOST))];
  const size = [width / least, height / least];
  const nodes = nodesOf(svg);
  const open = nodes.filter((node) => node.isOpen);
  const last = nodes.reduce((one, other) => (other.x > one.x ? other : one), nodes[0]);
  return windows(open.length ? open : [last], size, [boxWidth, boxHeight], whole);
}

function centred([x, y, width, height], paneWidth, paneHeight, scale) {
  const [wide, high] = [paneWidth / scale, paneHeight / scale];
  return [x - (wide - width) / 2, y - Math.max(0, (high - height) / 2), wide, high];
}

/** From the left and from the top: each window begins at the first table not shown yet. */
function windows(nodes, [wide, high], [boxWidth, boxHeight], whole) {
  const left = [...nodes];
  const found = [];
  while (left.length) {
    const x = Math.min(...left.map((node) => node.x)) - MARGIN;
    const column = left.filter((node) => node.x + boxWidth <= x + wide);
    const y = Math.min(...(column.length ? column : left).map((node) => node.y)) - HEAD;
    const shown = left.filter(
      (node) => node.x + boxWidth <= x + wide && node.y >= y && node.y + boxHeight <= y + high,
    );
    found.push([within(x, wide, whole[0]), within(y, high, whole[1]), wide, high]);
    // A table larger than the window is shown as far as it goes.
    for (const node of shown.length ? shown : [left[0]]) left.splice(left.indexOf(node), 1);
  }
  return found;
}

/** No window begins so late that the picture would end before it does. */
function within(start, size, whole) {
  return Math.max(0, Math.min(start, whole - size));
}
