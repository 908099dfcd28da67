/** The CRC-32 polynomial of gzip, bit-reversed (RFC 1952). */
const polynomial = 0xedb88320

/** The product of two polynomials modulo `polynomial`, with the coefficient of x^0 in the highest bit. */
function product(a: number, b: number): number {
  let left = b
  let sum = 0
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= left
    left = left & 1 ? (left >>> 1) ^ polynomial : left >>> 1
  }
  return sum >>> 0
}

/** x^(2^n) for each n, starting with x^1. */
const squares: number[] = [0x40000000]
while (squares.length < 32) squares.push(product(squares.at(-1) as number, squares.at(-1) as number))

/** x^(8 * bytes): the factor for a CRC followed by this many bytes. */
export function shiftBy(bytes: number): number {
  let power = 0x80000000
  let left = bytes
  for (let bit = 3; left > 0; bit++, left = Math.floor(left / 2))
    if (left % 2 === 1) power = product(squares[bit % 32] as number, power)
  return power
}

/** The CRC-32 of two concatenated texts, from their CRCs and the second one's shift. */
export const joinedCrc = (first: number, second: number, shift: number): number =>
  (product(shift, first) ^ second) >>> 0
