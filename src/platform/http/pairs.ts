import { ApiError, invalidArgument, maxNameLength, nameTooLong, unsoundText, valueTooLong } from '#contract'

/** Parameters that one request may have, known or not; empty ones count. */
export const maxParameters = 1_000
export const tooManyParameters = () => new ApiError(400, 'BAD_REQUEST', `Too many parameters (limit: ${maxParameters})`)

/** The most characters of a parameter's value; undefined for an unknown name. */
export type CharacterLimit = (name: string) => number | undefined

/** UTF-8 takes at most four bytes for a code point, and percent encoding three for each of them. */
const bytesPerCharacter = 4
const encodedPerByte = 3
/** Space around a value does not count towards its limit where the declaration trims it. */
const spaceBytes = 1_000
/** The value of an unknown name is dropped beyond this. */
const maxUnknownBytes = 4_000

const [ampersand, equals, percent, plus, space] = ['&', '=', '%', '+', ' '].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
]

/**
 * Adds the name=value pairs of a form or a query; the first value of a repeated name stays. A value is measured before it
 * is decoded, and decoded as bytes: JavaScript's string functions take hundreds of times as long for some inputs.
 */
export function addPairs(into: Map<string, string>, bytes: Buffer, limitOf?: CharacterLimit): void {
  let count = 0
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(ampersand, start)
    const end = found < 0 ? bytes.length : found
    const pair = bytes.subarray(start, end)
    start = end + 1
    if (++count > maxParameters) throw tooManyParameters()
    if (pair.length === 0) continue
    const sign = pair.indexOf(equals)
    const name = nameIn(sign < 0 ? pair : pair.subarray(0, sign))
    if (!into.has(name)) into.set(name, sign < 0 ? '' : valueIn(name, pair.subarray(sign + 1), limitOf))
  }
}

/** The fields of a body that is a form; none for any other. */
export function formIn(body: Buffer, contentType: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  if (/^application\/x-www-form-urlencoded(?:;|$)/i.test(contentType)) addPairs(pairs, body)
  return pairs
}

function nameIn(bytes: Buffer): string {
  if (bytes.length > maxNameLength * bytesPerCharacter * encodedPerByte) throw nameTooLong()
  return decoded(bytes).toString('utf8')
}

function valueIn(name: string, bytes: Buffer, limitOf: CharacterLimit | undefined): string {
  if (!limitOf) return checkedText(name, decoded(bytes).toString('utf8'))
  const characters = limitOf(name)
  if (characters === undefined)
    return bytes.length > maxUnknownBytes ? '' : checkedText(name, decoded(bytes).toString('utf8'))
  const maxBytes = characters * bytesPerCharacter + spaceBytes
  if (bytes.length > maxBytes * encodedPerByte) throw valueTooLong(name, characters)
  const plain = decoded(bytes)
  if (plain.length > maxBytes) throw valueTooLong(name, characters)
  return checkedText(name, plain.toString('utf8'))
}

/** Refuses text that can't be stored, whether the endpoint knows the parameter or not. */
export function checkedText(name: string, text: string): string {
  const reason = unsoundText(text)
  if (reason) throw invalidArgument({}, { name, reason })
  return text
}

/** Without percent encoding and plus signs; what isn't encoding stays as it is. */
function decoded(bytes: Buffer): Buffer {
  if (!bytes.includes(percent) && !bytes.includes(plus)) return bytes
  const plain = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === percent && at + 2 < bytes.length) {
      const value = (digits[bytes[at + 1] as number] as number) * 16 + (digits[bytes[at + 2] as number] as number)
      if (value >= 0) {
        plain[length++] = value
        at += 2
        continue
      }
    }
    plain[length++] = byte === plus ? space : byte
  }
  return plain.subarray(0, length)
}

/** Values of hexadecimal digits; so negative for other bytes that a pair with one of them is negative too. */
const digits = new Int16Array(256).fill(-1_000)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}
