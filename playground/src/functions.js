/** Functions of scalars, by the names of `dnar.machine.FUNCTIONS`; a test compares the names. */

import { atan2 } from "./atan2.js";

export const FUNCTIONS = {
  copy: { compute: (x) => x, words: "{0}" },
  negative: { compute: (x) => -x, words: "minus {0}" },
  product: { compute: (x, y) => x * y, words: "{0} times {1}" },
  atan2: { compute: atan2, words: "the angle of the point ({1}, {0})" },
};
