import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Authenticator, ConnectionOptions, TlsOptions } from '@nats-io/transport-node'
import { type Config, ConfigError, flagOf } from '#platform/config'

type File = 'natsCredentialsFile' | 'natsSeedFile' | 'natsCaFile' | 'natsCertFile' | 'natsKeyFile'

/** Validates the NATS configuration and its files. @throws {@link ConfigError} */
export function checkNatsAccess(config: Config): void {
  const read = (name: File, understand: (content: Buffer) => unknown = () => {}) => {
    const path = config[name]
    if (path === undefined) return
    try {
      understand(readFileSync(path))
    } catch (error) {
      throw new ConfigError(`${flagOf(name)}: ${path} cannot be used (${(error as Error).message})`)
    }
  }
  for (const name of ['natsCredentialsFile', 'natsSeedFile'] as const) read(name)
  for (const name of ['natsCaFile', 'natsCertFile'] as const) read(name, (content) => new X509Certificate(content))
  read('natsKeyFile', createPrivateKey)
  if ((config.natsCertFile === undefined) !== (config.natsKeyFile === undefined))
    throw new ConfigError(
      `${flagOf('natsCertFile')} and ${flagOf('natsKeyFile')} belong together: one of them is missing`,
    )
}

/** Servers and credentials; files are read again for each connection. */
export async function natsAccess(
  config: Config,
): Promise<Pick<ConnectionOptions, 'servers' | 'authenticator' | 'tls'>> {
  const urls = (config.natsUrl ?? '').split(',').map((text) => new URL(text.trim()))
  const tls = tlsOf(config, urls)
  const authenticator = await authenticatorOf(config, urls)
  return { servers: urls.map(({ host }) => host), ...(tls && { tls }), ...(authenticator && { authenticator }) }
}

/** If set, servers without TLS are rejected, and so are certificates that match none of the configured hosts. */
function tlsOf({ natsCaFile, natsCertFile, natsKeyFile }: Config, urls: readonly URL[]): TlsOptions | undefined {
  const isWanted = natsCaFile !== undefined || natsCertFile !== undefined
  if (!isWanted && !urls.some(({ protocol }) => protocol === 'tls:')) return undefined
  const how = {
    ...(natsCaFile && { caFile: natsCaFile }),
    ...(natsCertFile && natsKeyFile && { certFile: natsCertFile, keyFile: natsKeyFile }),
    // the library has no host name for servers given by IP address or announced by other servers
    checkServerIdentity(_name: string, certificate: PeerCertificate) {
      const problems = urls.map(({ hostname }) => checkServerIdentity(hostname.replace(/^\[|\]$/g, ''), certificate))
      return problems.includes(undefined) ? undefined : problems[0]
    },
  }
  return how
}

async function authenticatorOf(
  { natsCredentialsFile, natsSeedFile }: Config,
  urls: readonly URL[],
): Promise<Authenticator | undefined> {
  const nats = await import('@nats-io/transport-node')
  if (natsCredentialsFile) return nats.credsAuthenticator(() => readFileSync(natsCredentialsFile))
  if (natsSeedFile)
    return nats.nkeyAuthenticator(() => new TextEncoder().encode(readFileSync(natsSeedFile, 'utf8').trim()))
  const named = urls.find(({ username }) => username !== '')
  if (!named) return undefined
  const [user, password] = [decodeURIComponent(named.username), decodeURIComponent(named.password)]
  return password === '' ? nats.tokenAuthenticator(user) : nats.usernamePasswordAuthenticator(user, password)
}
