import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:tls'
import { createSecureContext } from 'node:tls'
import { type Config, ConfigError, flagOf, onReload } from '#platform/config'

/** As PEM: the server's certificate, followed by intermediate certificates. */
export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

type Files = Pick<Config, 'tlsCert' | 'tlsKey'>

/** How often the files are checked for a renewed certificate. */
const lookMs = 2_000
/** Timeout of the TLS handshake. */
export const handshakeTimeoutMs = 15_000

/** The configured certificate, validated; undefined if there's none. @throws {@link ConfigError} */
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

/** Validates the TLS configuration. @throws {@link ConfigError} */
export function checkCertificate(config: Files & Pick<Config, 'url'>): void {
  if (readCertificate(config) && config.url?.startsWith('http:'))
    throw new ConfigError(`${flagOf('url')} must begin with https:// where ${flagOf('tlsCert')} is given`)
}

export const expiryOf = ({ cert }: Certificate): Date => new Date(new X509Certificate(cert).validTo)

interface Callbacks {
  renewed(certificate: Certificate): void
  /** The new files are invalid; the server keeps the current certificate. */
  unusable(error: unknown): void
}

/**
 * Reloads the certificate when its files or the options change, for new connections; open ones keep theirs. The certificate and its
 * key can't be replaced at once, so until they match, the current one stays. The returned function stops that.
 */
export function followCertificate(config: Config, server: Server, { renewed, unusable }: Callbacks): () => void {
  let names: string[] = []
  let used = readCertificate(config)
  const look = () => {
    try {
      const fresh = readCertificate(config)
      if (!fresh || !used || (fresh.cert.equals(used.cert) && fresh.key.equals(used.key))) return
      server.setSecureContext(fresh)
      used = fresh
      renewed(fresh)
    } catch (error) {
      unusable(error)
    }
  }
  // polls, because events miss changes behind symlinks and replaced folders
  const watch = () => {
    names = [config.tlsCert, config.tlsKey].filter((name) => name !== undefined)
    for (const name of names) watchFile(name, { interval: lookMs, persistent: false }, look)
  }
  const unwatch = () => {
    for (const name of names) unwatchFile(name, look)
  }
  watch()
  const unsubscribe = onReload(config, () => {
    unwatch()
    watch()
    look()
  })
  return () => {
    unsubscribe()
    unwatch()
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
