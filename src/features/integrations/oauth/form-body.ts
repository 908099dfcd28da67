import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { OAuthRefusal } from './errors.ts'

const maxBytes = 64 * 1024

/** Throws for other content types and long bodies. */
export async function bodyOf(
  { headers, body }: { headers: IncomingHttpHeaders; body: Readable | undefined },
  type: string,
): Promise<string> {
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== type)
    throw new OAuthRefusal('invalid_request', `The body is to be ${type}`)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += (piece as Buffer).length
    if (size > maxBytes) throw new OAuthRefusal('invalid_request', 'The body is too long', 413)
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Throws for repeated fields; ignores empty ones. */
export function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new OAuthRefusal('invalid_request', `${name.slice(0, 100)} was given more than once`)
    if (value !== '') fields.set(name, value)
  }
  return fields
}
