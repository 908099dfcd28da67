import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { notFound } from '#contract'
import type { ServedFile } from '#platform/serve'
import type { SignInProvider } from '../../people/organization/extension-points.ts'

const maxBytes = 2 ** 20

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

function typeOf(bytes: Buffer): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 'GIF8')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  return undefined
}

/** The icon on the provider's button, for anyone. Not cached, because it's small and rarely requested. */
export async function iconOf({ icon, name }: SignInProvider): Promise<ServedFile> {
  const bytes = icon === null ? undefined : await readFile(icon).catch(() => undefined)
  const type = bytes && bytes.length <= maxBytes ? typeOf(bytes) : undefined
  if (!bytes || !type) throw notFound()
  return {
    type,
    size: bytes.length,
    name: `${name}.${type.slice('image/'.length)}`,
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    maxAgeSecs: 3_600,
    isPublic: true,
    stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}
