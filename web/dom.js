// Small helpers to build the page; texts are always set as text, never as HTML.

/**
 * An element with attributes and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on…` are listeners, `class` the class, false and null leave out
 * @param {...any} children nodes, texts, numbers, arrays of them; null and false leave out
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/** The same for SVG. @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children @returns {any} */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(node, attributes, children);
  return node;
}

/** @param {Element} node @param {Record<string, any>} attributes @param {any[]} children */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'selected') /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/** Puts children at the end of a node; null and false are left out. @param {Element} node @param {...any} children */
export const append = (node, ...children) => fill(node, {}, children);

/** A button. @param {any} label @param {() => void} onclick @param {Record<string, any>} [attributes] */
export const button = (label, onclick, attributes = {}) => h('button', { type: 'button', onclick, ...attributes }, label);

/** A table of rows with a header. @param {any[]} head @param {any[][]} rows */
export const table = (head, rows, caption = '') =>
  h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption || 'Table' },
    h('table', {}, caption && h('caption', {}, caption),
      h('thead', {}, h('tr', {}, head.map((c) => h('th', { scope: 'col' }, c)))),
      h('tbody', {}, rows.map((row) => h('tr', {}, row.map((c) => h('td', {}, c)))))));

/**
 * Replaces what a node holds, and leaves the focus on the element of the same key.
 * @param {HTMLElement} where @param {any[]} children @returns {boolean} whether there was a focus, and now is none
 */
export function redraw(where, children) {
  const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
  const inside = where.contains(document.activeElement);
  where.replaceChildren(...children);
  if (!inside) return false;
  const again = key && /** @type {HTMLElement | null} */ (where.querySelector(`[data-key="${CSS.escape(key)}"]:enabled`));
  if (again) again.focus();
  return !again;
}

/** A bot's spec, short enough for a name. @param {string} spec */
export const short = (spec) => (spec.length > 24 ? `${spec.slice(0, 23)}…` : spec);

/** @param {number} x */
export const percent = (x) => `${(100 * x).toFixed(1)} %`;
/** @param {number} x */
export const signed = (x) => (x > 0 ? `+${x}` : String(x).replace('-', '−'));
