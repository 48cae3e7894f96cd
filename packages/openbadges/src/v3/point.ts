import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Primes and coefficients b of y² = x³ - 3x + b (NIST SP 800-186 §3.2.1). */
const parameters = {
  'P-256': {
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  'P-384': {
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
};

/** Decompresses a point (SEC 1 §2.3.4), because not every Web Crypto accepts the short form. */
export function expandPoint(curve: 'P-256' | 'P-384', compressed: Uint8Array): Uint8Array {
  const { p, b } = parameters[curve];
  const sign = compressed[0];
  const x = BigInt(`0x${bytesToHex(compressed.subarray(1))}`);
  if ((sign !== 2 && sign !== 3) || x >= p) throw new Error('not a compressed point');
  const square = (x * x * x - 3n * x + b) % p;
  // Both primes are 3 modulo 4.
  const root = power((square + p) % p, (p + 1n) / 4n, p);
  if ((root * root - square) % p !== 0n) throw new Error(`not a point of ${curve}`);
  const y = root % 2n === BigInt(sign & 1) ? root : p - root;
  const hex = (value: bigint): string =>
    value.toString(16).padStart(2 * (compressed.length - 1), '0');
  return hexToBytes(`04${hex(x)}${hex(y)}`);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
