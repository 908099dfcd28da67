import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Transform } from 'node:stream'
import { ConfigError, flagOf } from '#platform/config'
import { sodium } from '#platform/secrets'

const keyBytes = 32
/** Encrypted files begin with this, followed by the header of the stream. */
const magic = Buffer.from('LOQUAT BACKUP SEALED 1\n')
const partBytes = 64 * 1024
const overhead = 17
const headerBytes = 24

export class CipherError extends Error {}

/** Reads the key from a file: 32 random bytes in base64. Throws a ConfigError. */
export function readBackupKey(file: string): Buffer {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `${flagOf('backupKeyFile')}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes)
    throw new ConfigError(`${flagOf('backupKeyFile')}: ${file} does not hold ${keyBytes} bytes in base64`)
  return key
}

export const newBackupKey = (): string => `${randomBytes(keyBytes).toString('base64')}\n`

/** Collects bytes into parts of one size; the last one is shorter. */
class Parts {
  #kept: Buffer[] = []
  #length = 0
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  *add(chunk: Buffer): Generator<Buffer> {
    this.#kept.push(chunk)
    this.#length += chunk.length
    if (this.#length <= this.#size) return
    const all = Buffer.concat(this.#kept)
    let at = 0
    for (; all.length - at > this.#size; at += this.#size) yield all.subarray(at, at + this.#size)
    this.#kept = [all.subarray(at)]
    this.#length = all.length - at
  }

  last(): Buffer {
    return Buffer.concat(this.#kept)
  }
}

/** Encrypts with libsodium's secretstream (XChaCha20-Poly1305), which detects changes, truncation, and reordering. */
export async function sealing(key: Buffer): Promise<Transform> {
  const library = await sodium()
  const { state, header } = library.crypto_secretstream_xchacha20poly1305_init_push(key)
  const parts = new Parts(partBytes)
  const push = (part: Buffer, isLast: boolean) =>
    Buffer.from(
      library.crypto_secretstream_xchacha20poly1305_push(
        state,
        part,
        null,
        isLast
          ? library.crypto_secretstream_xchacha20poly1305_TAG_FINAL
          : library.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE,
      ),
    )
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      for (const part of parts.add(chunk)) this.push(push(part, false))
      done()
    },
    flush(done) {
      this.push(push(parts.last(), true))
      done()
    },
  })
  stream.push(Buffer.concat([magic, header]))
  return stream
}

export const sealedSize = (bytes: number): number =>
  magic.length + headerBytes + bytes + overhead * Math.max(1, Math.ceil(bytes / partBytes))

/** Decrypts the output of {@link sealing}; fails with a {@link CipherError}. */
export async function opening(key: Buffer): Promise<Transform> {
  const library = await sodium()
  let state: Parameters<typeof library.crypto_secretstream_xchacha20poly1305_pull>[0] | undefined
  let head = Buffer.alloc(0)
  const parts = new Parts(partBytes + overhead)
  const pull = (part: Buffer, isLast: boolean): Buffer => {
    const opened = state && library.crypto_secretstream_xchacha20poly1305_pull(state, part, null)
    const tag = isLast
      ? library.crypto_secretstream_xchacha20poly1305_TAG_FINAL
      : library.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
    if (!opened || opened.tag !== tag) throw new CipherError('it is damaged, or was encrypted with another key')
    return Buffer.from(opened.message)
  }
  const caught = (stream: Transform, done: (error?: Error) => void, work: () => void) => {
    try {
      work()
      done()
    } catch (error) {
      done(error as Error)
    }
    return stream
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      caught(this, done, () => {
        let rest = chunk
        if (!state) {
          head = Buffer.concat([head, chunk])
          const length = magic.length + headerBytes
          if (head.length < length) return
          if (!isSealed(head)) throw new CipherError('it is not encrypted')
          state = library.crypto_secretstream_xchacha20poly1305_init_pull(head.subarray(magic.length, length), key)
          rest = head.subarray(length)
        }
        for (const part of parts.add(rest)) this.push(pull(part, false))
      })
    },
    flush(done) {
      caught(this, done, () => {
        this.push(pull(parts.last(), true))
      })
    },
  })
}

export const isSealed = (beginning: Buffer): boolean => beginning.subarray(0, magic.length).equals(magic)
export const sealMark = magic.length
