import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ConfigError, flagOf } from '#platform/config'
import { makeFolder, makeLasting } from '#platform/folders'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts values in the database and signs values that pass through clients, with a server key in a file next to the
 * database. Each purpose has its own derived key.
 */
export class Secrets {
  readonly #load: () => Buffer
  #key: Buffer | undefined
  readonly #keys = new Map<string, Buffer>()

  constructor(load: () => Buffer) {
    this.#load = load
  }

  /** AES-256-GCM, as text. `belongsTo` (`user 7`) is authenticated: it must be the same when the value is opened. */
  seal(purpose: string, belongsTo: string, text: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(purpose), nonce).setAAD(Buffer.from(belongsTo))
    const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return Buffer.concat(sealed).toString('base64url')
  }

  /** Undefined unless the value was sealed with this key, for this purpose and owner. */
  open(purpose: string, belongsTo: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < nonceBytes + tagBytes) return undefined
    const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(-tagBytes)]
    const decipher = createDecipheriv('aes-256-gcm', this.#keyFor(purpose), nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(tag)
    try {
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }

  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#keyFor(purpose)).update(text).digest('hex')
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const [expected, given] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  #keyFor(purpose: string): Buffer {
    let key = this.#keys.get(purpose)
    if (!key) {
      this.#key ??= this.#load()
      key = Buffer.from(hkdfSync('sha256', this.#key, '', `loquat: ${purpose}`, keyBytes))
      this.#keys.set(purpose, key)
    }
    return key
  }
}

const known = new WeakMap<Config, Secrets>()

/** The server's secrets; the key is read or created on first use. */
export function secretsOf(config: Config): Secrets {
  let secrets = known.get(config)
  if (!secrets) {
    secrets = new Secrets(() => keyIn(config))
    known.set(config, secrets)
  }
  return secrets
}

/** Throws a {@link ConfigError} if the configured key file can't be used, which would show only on first use. */
export function checkSecretKey(config: Config): void {
  if (config.secretKeyFile) keyIn(config)
}

function keyIn({ dataDir, secretKeyFile }: Config): Buffer {
  const file = secretKeyFile ?? join(dataDir, 'secret.key')
  const stored = readKey(file)
  if (stored) return stored
  if (secretKeyFile) throw new ConfigError(`${flagOf('secretKeyFile')}: ${file} is not there`)
  makeFolder(dirname(file))
  // if another process was faster, use its key
  makeLasting(file, `${randomBytes(keyBytes).toString('base64')}\n`)
  return readKey(file) as Buffer
}

function readKey(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`the key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes) throw new ConfigError(`the key file ${file} does not hold ${keyBytes} bytes in base64`)
  return key
}

/**
 * The stored form of a random token, in hexadecimal: reading the database doesn't reveal the token. Tokens have 192 bits or
 * more, so that a slow hash isn't needed.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
