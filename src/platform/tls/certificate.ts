import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:tls'
import { createSecureContext } from 'node:tls'
import { type Config, ConfigError, flagOf } from '#platform/config'

/** As PEM: the server's own certificate first, then those that lead to one that clients know. */
export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

type Files = Pick<Config, 'tlsCert' | 'tlsKey'>

/** How often the files are looked at: a renewal is in use as soon. */
const lookMs = 2_000
/** As long as a client may take to agree on how to speak. */
export const handshakeTimeoutMs = 15_000

/**
 * The certificate that is configured, once it is known that it can be used: undefined where none is. Throws
 * {@link ConfigError}.
 */
export function readCertificate({ tlsCert, tlsKey }: Files): Certificate | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw new ConfigError(`${flagOf('tlsCert')} and ${flagOf('tlsKey')} belong together: one of them is missing`)
  const certificate = { cert: readFile('tlsCert', tlsCert), key: readFile('tlsKey', tlsKey) }
  const first = understood('tlsCert', tlsCert, () => new X509Certificate(certificate.cert))
  const key = understood('tlsKey', tlsKey, () => createPrivateKey(certificate.key))
  if (!first.checkPrivateKey(key))
    throw new ConfigError(`${flagOf('tlsKey')}: ${tlsKey} is not the key of the certificate in ${tlsCert}`)
  understood('tlsCert', tlsCert, () => createSecureContext(certificate))
  return certificate
}

/** Whether the server can be started so; throws {@link ConfigError}. */
export function checkCertificate(config: Files & Pick<Config, 'url'>): void {
  if (readCertificate(config) && config.url?.startsWith('http:'))
    throw new ConfigError(`${flagOf('url')} must begin with https:// where ${flagOf('tlsCert')} is given`)
}

/** When a certificate is no longer valid. */
export const expiryOf = ({ cert }: Certificate): Date => new Date(new X509Certificate(cert).validTo)

interface Told {
  renewed(certificate: Certificate): void
  /** What is there now cannot be used; the server goes on with what it has. */
  unusable(error: unknown): void
}

/**
 * Uses the certificate anew whenever its files change, for connections that are made from then on; those that are open
 * stay. Of a certificate and its key one is written first: until they fit, the server goes on with what it has. The
 * function that is returned ends it.
 */
export function followCertificate(files: Files, server: Server, { renewed, unusable }: Told): () => void {
  const names = [files.tlsCert, files.tlsKey].filter((name) => name !== undefined)
  let used = readCertificate(files)
  const look = () => {
    try {
      const fresh = readCertificate(files)
      if (!fresh || !used || (fresh.cert.equals(used.cert) && fresh.key.equals(used.key))) return
      server.setSecureContext(fresh)
      used = fresh
      renewed(fresh)
    } catch (error) {
      unusable(error)
    }
  }
  // by looking, not by being told: links are followed, and so are folders that are put in the place of others
  for (const name of names) watchFile(name, { interval: lookMs, persistent: false }, look)
  return () => {
    for (const name of names) unwatchFile(name, look)
  }
}

function readFile(option: 'tlsCert' | 'tlsKey', name: string): Buffer {
  try {
    return readFileSync(name)
  } catch (error) {
    throw new ConfigError(`${flagOf(option)}: ${name} cannot be read (${(error as Error).message})`)
  }
}

function understood<T>(option: 'tlsCert' | 'tlsKey', name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const what = option === 'tlsCert' ? 'certificate' : 'private key'
    throw new ConfigError(`${flagOf(option)}: ${name} holds no ${what} in PEM (${(error as Error).message})`)
  }
}
