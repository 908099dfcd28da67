const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s
const wanted = /([?&])target_session_attrs=([^&#]*)&?/

/** Splits `postgres://user@one:5432,other:5433/chat?target_session_attrs=read-write` into one URL per host. */
export function databaseAddresses(url: string): readonly string[] {
  const plain = url.replace(wanted, '$1').replace(/[?&]$/, '')
  const [, start = plain, hosts = '', rest = ''] = parts.exec(plain) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [plain]
}

/** Describes an invalid URL without quoting it, because it may hold a password. */
export function databaseAddressError(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\/./.test(url)) return 'must begin with postgres://'
  const addresses = databaseAddresses(url)
  if (addresses.length > 1 && !addresses.every((one) => URL.canParse(one) && new URL(one).hostname !== ''))
    return 'must name hosts like postgres://USER@HOST:5432,OTHER:5432/NAME'
  // libpq's other values would allow writing to a standby
  const attributes = wanted.exec(url)?.[2]
  if (attributes !== undefined && attributes !== 'read-write' && attributes !== 'primary')
    return 'target_session_attrs must be read-write or primary'
  return undefined
}

/** The URL for session features (LISTEN, advisory locks), which PgBouncer would break. */
export const sessionAddress = <T>(config: { databaseUrl?: T; databaseSessionUrl?: T }): T | undefined =>
  config.databaseUrl && (config.databaseSessionUrl ?? config.databaseUrl)

/** Splits a list of URLs; commas in a URL separate its hosts. */
export const replicaAddresses = (text: string): readonly string[] =>
  text.split(/,(?=\s*postgres(?:ql)?:\/\/)/).map((one) => one.trim())

/** The hosts only, for logs: without user and password. */
export const databaseHosts = (url: string): string =>
  databaseAddresses(url)
    .map((one) => new URL(one).host)
    .join(', ')
