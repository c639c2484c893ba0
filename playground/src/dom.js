/** Elements in one line: tag, attributes, children. */

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && name !== "type") element[name] = value;
    else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

/** A labelled control. */
export const field = (title, control) => h("label", { className: "field" }, h("span", {}, title), control);

/** The options of a select, as [value, text] pairs. */
export function setOptions(select, pairs, value) {
  select.replaceChildren(...pairs.map(([key, text]) => h("option", { value: key }, text)));
  select.value = value;
}
