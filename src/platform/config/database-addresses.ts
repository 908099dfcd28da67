const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s
const wanted = /([?&])target_session_attrs=([^&#]*)&?/

/**
 * The servers that an address names, each with an address of its own, as psql understands it:
 * `postgres://user@one:5432,other:5433/chat?target_session_attrs=read-write`.
 */
export function databaseAddresses(url: string): readonly string[] {
  const plain = url.replace(wanted, '$1').replace(/[?&]$/, '')
  const [, start = plain, hosts = '', rest = ''] = parts.exec(plain) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [plain]
}

/** What is wrong with an address, in words that repeat nothing of it, because addresses hold passwords. */
export function databaseAddressError(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\/./.test(url)) return 'must begin with postgres://'
  const addresses = databaseAddresses(url)
  if (addresses.length > 1 && !addresses.every((one) => URL.canParse(one) && new URL(one).hostname !== ''))
    return 'must name hosts like postgres://USER@HOST:5432,OTHER:5432/NAME'
  // libpq knows more of them, by which a server that only follows would be written to
  const attributes = wanted.exec(url)?.[2]
  if (attributes !== undefined && attributes !== 'read-write' && attributes !== 'primary')
    return 'target_session_attrs must be read-write or primary'
  return undefined
}

/** Where a session of one's own is to be had: past PgBouncer, if there is one. */
export const sessionAddress = <T>(config: { databaseUrl?: T; databaseSessionUrl?: T }): T | undefined =>
  config.databaseUrl && (config.databaseSessionUrl ?? config.databaseUrl)

/** Each of several addresses; within one, commas stand between hosts. */
export const replicaAddresses = (text: string): readonly string[] =>
  text.split(/,(?=\s*postgres(?:ql)?:\/\/)/).map((one) => one.trim())

/** Where the servers are, without what is secret. */
export const databaseHosts = (url: string): string =>
  databaseAddresses(url)
    .map((one) => new URL(one).host)
    .join(', ')
