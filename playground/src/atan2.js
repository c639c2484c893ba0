/**
 * The angle of a point, rounded correctly: engines of browsers differ in its last bit.
 *
 * Starts from the built-in angle t and adds (y cos t - x sin t) / (x cos t + y sin t), with sine
 * and cosine in double-double arithmetic: pairs of floats whose sum is the number.
 */

const SPLIT = 2 ** 27 + 1;

function twoSum(a, b) {
  const sum = a + b;
  const rest = sum - a;
  return [sum, a - (sum - rest) + (b - rest)];
}

function twoProduct(a, b) {
  const product = a * b;
  const high = (value) => {
    const scaled = SPLIT * value;
    return scaled - (scaled - value);
  };
  const [aHigh, bHigh] = [high(a), high(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function add([a, b], [c, d]) {
  const [sum, rest] = twoSum(a, c);
  return twoSum(sum, rest + b + d);
}

function times([a, b], [c, d]) {
  const [product, rest] = twoProduct(a, c);
  return twoSum(product, rest + a * d + b * c);
}

function over([a, b], divisor) {
  const quotient = a / divisor;
  const [product, rest] = twoProduct(quotient, divisor);
  return twoSum(quotient, (a - product - rest + b) / divisor);
}

/** Sine and cosine of a float, by Taylor series of its 64th part and six doublings. */
function sineCosine(angle) {
  const part = [angle / 64, 0];
  const square = times(part, part);
  let [sine, cosine, term] = [[0, 0], [0, 0], [1, 0]];
  for (let power = 0; power < 16; power += 2) {
    const sign = power % 4 === 0 ? 1 : -1;
    cosine = add(cosine, [sign * term[0], sign * term[1]]);
    const odd = over(term, power + 1);
    sine = add(sine, [sign * odd[0], sign * odd[1]]);
    term = over(times(odd, square), power + 2);
  }
  sine = times(sine, part);
  for (let doubling = 0; doubling < 6; doubling += 1) {
    const product = times(sine, cosine);
    const squared = times(sine, sine);
    cosine = add([1, 0], [-2 * squared[0], -2 * squared[1]]);
    sine = [2 * product[0], 2 * product[1]];
  }
  return [sine, cosine];
}

export function atan2(y, x) {
  const near = Math.atan2(y, x);
  const scale = Math.max(Math.abs(x), Math.abs(y));
  if (near === 0 || !Number.isFinite(scale) || scale === 0) return near;
  const exponent = 2 ** -Math.floor(Math.log2(scale));
  const [up, along] = [y * exponent, x * exponent];
  if (!Number.isFinite(exponent) || exponent === 0) return near;
  const [sine, cosine] = sineCosine(near);
  const across = add(times(cosine, [up, 0]), times(sine, [-along, 0]));
  const forward = cosine[0] * along + sine[0] * up;
  return near + across[0] / forward;
}
