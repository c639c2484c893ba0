/**
 * Colours of states, safe for colour-blind readers: Okabe and Ito's eight, then Tol's light
 * scheme. States are also told apart by their names, in nodes, legend and node list.
 */

const FILLS = [
  "#f0f0f0", "#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#0072b2",
  "#99ddff", "#bbcc33", "#ffaabb", "#eedd88", "#44bb99", "#aaaa00", "#77aadd", "#ee8866",
  "#dddddd", "#a0c4a0", "#c9b6e4", "#b0d8d8",
];

export const fill = (state) => FILLS[state % FILLS.length];

/** Black or white, whichever is read more easily on a fill. */
export function ink(state) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(fill(state).slice(at, at + 2), 16) / 255);
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return light > 0.179 ? "#111111" : "#ffffff";
}
