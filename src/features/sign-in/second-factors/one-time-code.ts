import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000
const digits = 6
/** Allowed clock drift in steps. */
const drift = 1

/** 160 random bits in base32, the format of authenticator apps. */
export function newSecret(): string {
  return base32(randomBytes(20))
}

export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** RFC 4226, with SHA-1 and six digits, which every app supports. */
function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) as number) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

const stepAt = (time: Date): number => Math.floor(time.getTime() / stepMs)

export const codeOf = (secret: string, time: Date): string => codeAt(bytesOf(secret), stepAt(time))

/** The time step of a code, near that time and after the last one used; undefined if it's wrong. */
export function stepOf(secret: string, code: string, time: Date, lastStep: number): number | undefined {
  const [key, now] = [bytesOf(secret), stepAt(time)]
  const given = Buffer.from(code)
  let found: number | undefined
  for (let step = now - drift; step <= now + drift; step++) {
    const expected = Buffer.from(codeAt(key, step))
    if (expected.length === given.length && timingSafeEqual(expected, given) && step > lastStep) found ??= step
  }
  return found
}

/** The `otpauth` URL for a QR code. */
export function addressOf(secret: string, organization: string, email: string): string {
  // a colon separates issuer and account
  const issuer = organization.replaceAll(':', ' ')
  const query = new URLSearchParams({ secret, issuer }).toString().replaceAll('+', '%20')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${query}`
}
