// What the tests measure on the stand-in page. Each check returns what it found wrong and how much it looked at.

const nodes = () => [...document.querySelectorAll("main *")];
const name = (node) => `${node.className || node.tagName} "${node.textContent.slice(0, 30)}"`;
const visible = (node) => node.checkVisibility() && !node.closest(".hl-sr");
const speaks = (node) => visible(node) && [...node.childNodes].some((kid) => kid.nodeType === 3 && kid.data.trim());

const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
function rgba(colour) {
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = colour;
  paint.fillRect(0, 0, 1, 1);
  return [...paint.getImageData(0, 0, 1, 1).data];
}

function luminance(colour) {
  const [r, g, b] = colour.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// Every colour an element lies on: the nearest painted ancestor's, each of a gradient's.
function grounds(node) {
  for (let at = node; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    const painted = style.backgroundImage.match(/rgba?\([^)]*\)/g) ?? [];
    if (rgba(style.backgroundColor)[3]) painted.push(style.backgroundColor);
    if (painted.length) return painted.map(rgba);
  }
  return [[255, 255, 255, 255]];
}

const worst = (colour, node) => Math.min(...grounds(node).map((ground) => ratio(rgba(colour), ground)));

const checks = {
  // Text at least 4.5 to 1; borders that make a button, 3 to 1 (WCAG 1.4.3, 1.4.11).
  contrast() {
    const found = [];
    let looked = 0;
    for (const node of nodes().filter(visible)) {
      const style = getComputedStyle(node);
      if (speaks(node)) {
        looked += 1;
        const got = worst(style.color, node);
        if (got < 4.5) found.push(`${name(node)} ${got.toFixed(2)}`);
      }
      if (node.matches("button") && rgba(style.borderTopColor)[3]) {
        looked += 1;
        const got = worst(style.borderTopColor, node.parentElement);
        if (got < 3) found.push(`border of ${name(node)} ${got.toFixed(2)}`);
      }
    }
    return [found, looked];
  },

  // No sideways scrolling, no target small, outside or over another, no text small or cut off, no word broken.
  layout() {
    const found = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`scrolls to ${scrollWidth}`);
    const targets = nodes().filter((node) => node.matches("button, summary, input") && visible(node));
    const boxes = targets.map((node) => node.getBoundingClientRect());
    const apart = targets.map((node) => !node.closest(".hl-scroll")); // the log scrolls within itself
    targets.forEach((node, i) => {
      const box = boxes[i];
      if (Math.min(box.width, box.height) < 24) found.push(`small: ${name(node)}`);
      if (node.matches(".hl-card") && box.width < 44) found.push(`narrow card: ${name(node)}`);
      if (box.left < 0 || box.right > innerWidth) found.push(`outside: ${name(node)}`);
      boxes.slice(i + 1).forEach((other, j) => {
        const over = box.left < other.right - 1 && other.left < box.right - 1
          && box.top < other.bottom - 1 && other.top < box.bottom - 1;
        if (over && apart[i] && apart[i + 1 + j]) found.push(`overlap: ${name(node)}, ${name(targets[i + 1 + j])}`);
      });
    });
    for (const node of nodes().filter(speaks)) {
      if (Number.parseFloat(getComputedStyle(node).fontSize) < 14) found.push(`small text: ${name(node)}`);
    }
    for (const node of nodes().filter((one) => speaks(one) || one.matches(".hl-caption"))) {
      if (node.clientWidth && node.scrollWidth > node.clientWidth + 1) found.push(`cut off: ${name(node)}`);
    }
    const range = document.createRange();
    for (const node of nodes().filter(speaks)) {
      for (const text of [...node.childNodes].filter((kid) => kid.nodeType === 3)) {
        for (const word of text.data.matchAll(/[\p{Script=Latin}\p{N}]+/gu)) {
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
          if (lines.size > 1) found.push(`broken: ${word[0]} in ${name(node)}`);
        }
      }
    }
    return [found, targets.length];
  },

  moving() {
    return nodes().filter((node) => getComputedStyle(node).transitionDuration !== "0s").length;
  },

  // The stub as anywidget runs it, three times on one page; `fail` first requests for the page model fail.
  async stub({ source, css, fail }) {
    const stub = (await import("./stub.js")).default;
    const page = { source, css, faces: {}, back: '<svg xmlns="http://www.w3.org/2000/svg"/>', labels: {} };
    const traits = { build: "abc", page: "id", zones: [], view: { seq: 3, title: "A table" } };
    let asked = 0;
    const get_model = async () => {
      asked += 1;
      if (asked <= fail) throw new Error("not there yet");
      return { get: (trait) => page[trait] };
    };
    const model = { get: (trait) => traits[trait], on() {}, off() {}, widget_manager: { get_model } };
    const el = () => document.querySelector("main").appendChild(document.createElement("div"));
    const results = [];
    for (let i = 0; i < 3; i += 1) {
      results.push(await stub.render({ model, el: el() }).catch(() => "error"));
    }
    const gone = new AbortController();
    gone.abort();
    return {
      results: results.map((result) => (result === "error" ? result : typeof result)),
      late: typeof (await stub.render({ model, el: el(), signal: gone.signal })),
      asked,
      drawn: document.querySelectorAll(".hl-root").length,
      styles: document.querySelectorAll("style[data-hanalearn=abc]").length,
      kept: typeof (await globalThis[Symbol.for("hanalearn/abc")]).render,
    };
  },
};
window.checks = checks;
