import { createPublicKey } from 'node:crypto'
import { invalidArgument, text, type z } from '#contract'

/** RFC 4648, section 4, with padding; undefined if invalid. */
export function fromBase64(value: string): Buffer | undefined {
  const bytes = Buffer.from(value, 'base64')
  // Buffer skips invalid characters; encoding again detects them
  return bytes.toString('base64') === value ? bytes : undefined
}

/** RFC 4648, section 5, as browsers write keys; accepts missing padding and the other alphabet, too. */
function fromBase64Url(value: string): Buffer | undefined {
  const plain = value
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '')
  const bytes = Buffer.from(plain, 'base64url')
  return bytes.toString('base64url') === plain ? bytes : undefined
}

/** Validates base64 bytes; the value stays a string. */
export const base64 = (what: string, fits: (bytes: Buffer) => boolean, max = 1_000) =>
  text({ max }).refine((value) => {
    const bytes = fromBase64(value)
    return bytes !== undefined && fits(bytes)
  }, `must be ${what}, in base64 (RFC 4648)`)

/** The first byte of a `push_key` is the cryptosystem: this is libsodium's SecretBox (XSalsa20-Poly1305). */
const secretBox = 0x31
export const keyBytes = 32
/** An anonymous sealed box adds a public key and a tag to the text. */
const sealBytes = 48

export const pushKey = base64(
  'the byte 0x31 (SecretBox) and a key of 32 bytes',
  (bytes) => bytes.length === keyBytes + 1 && bytes[0] === secretBox,
)
export const publicKey = base64('a public key of 32 bytes', (bytes) => bytes.length === keyBytes)
export const tokenId = base64('the first 8 bytes of the SHA-256 of the token', (bytes) => bytes.length === 8)
export const sealedText = base64('a sealed box', (bytes) => bytes.length > sealBytes, 16_384)

/** Whether the bytes are an uncompressed point on P-256: a browser's public key. */
function isCurvePoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const coordinate = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

const base64Url = (what: string, fits: (bytes: Buffer) => boolean) =>
  text({ max: 200 }).refine((value) => {
    const bytes = fromBase64Url(value)
    return bytes !== undefined && fits(bytes)
  }, `must be ${what}, in base64 for addresses`)

export const browserKeys = {
  p256dh: base64Url('a public key on P-256, 65 bytes', isCurvePoint),
  auth: base64Url('16 bytes', (bytes) => bytes.length === 16),
}

/** Throws with the name of an invalid key. Separate from the codecs, which load without cryptography, too. */
export function checkShapes(shapes: Record<string, z.ZodType>, params: Record<string, unknown>): void {
  for (const [name, shape] of Object.entries(shapes)) {
    const issue = shape.optional().safeParse(params[name]).error?.issues[0]
    if (issue) throw invalidArgument({}, { name, reason: issue.message })
  }
}
