/**
 * The random numbers of `numpy.random.default_rng([seed, row]).random(count)`, bit for bit.
 *
 * SeedSequence (O'Neill's seed_seq) fills the state of PCG64 (XSL-RR on a 128-bit congruential
 * generator). So the page draws the same lots as `dnar run mis --seed`.
 */

const MASK_64 = (1n << 64n) - 1n;
const MASK_128 = (1n << 128n) - 1n;
const MULTIPLIER = (2549297995355413924n << 64n) + 4865540595714422341n;
const POOL = 4;

const multiply = (one, other) => Math.imul(one, other) >>> 0;

/** A number as 32-bit words, lowest first. */
function words(number) {
  const found = [];
  for (let rest = BigInt(number); found.length === 0 || rest > 0n; rest >>= 32n) {
    found.push(Number(rest & 0xffffffffn));
  }
  return found;
}

function seedPool(entropy) {
  let constant = 0x43b0d7e5;
  const hash = (value) => {
    let mixed = (value ^ constant) >>> 0;
    constant = multiply(constant, 0x931e8875);
    mixed = multiply(mixed, constant);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const mix = (one, other) => {
    const mixed = (multiply(one, 0xca01f9dd) - multiply(other, 0x4973f715)) >>> 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const pool = [];
  for (let at = 0; at < POOL; at += 1) pool.push(hash(entropy[at] ?? 0));
  for (let source = 0; source < POOL; source += 1) {
    for (let target = 0; target < POOL; target += 1) {
      if (source !== target) pool[target] = mix(pool[target], hash(pool[source]));
    }
  }
  for (const word of entropy.slice(POOL)) {
    for (let target = 0; target < POOL; target += 1) pool[target] = mix(pool[target], hash(word));
  }
  return pool;
}

function generatedState(pool, count) {
  let constant = 0x8b51f9dd;
  return Array.from({ length: count }, (_, at) => {
    let value = (pool[at % POOL] ^ constant) >>> 0;
    constant = multiply(constant, 0x58f38ded);
    value = multiply(value, constant);
    return (value ^ (value >>> 16)) >>> 0;
  });
}

/** Uniform numbers on [0, 1) from a list of whole numbers. */
export function uniform(entropy, count) {
  const state = generatedState(seedPool(entropy.flatMap(words)), 8).map(BigInt);
  const pair = (at) => (state[at + 1] << 32n) | state[at];
  const initial = (pair(0) << 64n) | pair(2);
  const increment = ((((pair(4) << 64n) | pair(6)) << 1n) | 1n) & MASK_128;
  const advance = (value) => (value * MULTIPLIER + increment) & MASK_128;
  let current = advance((advance(0n) + initial) & MASK_128);
  return Float64Array.from({ length: count }, () => {
    current = advance(current);
    const folded = ((current >> 64n) ^ current) & MASK_64;
    const turn = current >> 122n;
    const turned = ((folded >> turn) | (folded << (64n - turn))) & MASK_64;
    return Number(turned >> 11n) / 2 ** 53;
  });
}
