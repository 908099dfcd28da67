import { isInNetworks, type Network, parseNetworks } from '#platform/outbound'

export interface TrustedProxies {
  readonly networks: readonly Network[]
  readonly maxHops: number
}

const loopback = '127.0.0.0/8,::1'
/** Can't be reached from the internet, and can be listed although they're wide. */
const localIPv6 = 'fc00::/7,fe80::/10'
/** Private networks, trusted with `on`. */
const nearby = `${loopback},10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,${localIPv6}`

const maxHops = 10
/** The shortest prefixes that can be listed: no proxy needs more, and everyone in a network can claim any address. */
const shortestPrefix = { ipv4: 8, ipv6: 16 }

const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim())

const networksIn = (part: string): Network[] | undefined => parseNetworks(part === 'loopback' ? loopback : part)

/** The first network of a `--trust-proxy` list that's too wide, such as `0.0.0.0/0`. */
export const tooWideProxies = (text: string): string | undefined =>
  partsOf(text).find((part) => networksIn(part)?.some(isTooWide))

function isTooWide([base, bits]: Network): boolean {
  if (bits >= shortestPrefix[base.kind()]) return false
  return !parseNetworks(localIPv6)?.some(
    ([local, least]) => bits >= least && isInNetworks(base.toString(), [[local, least]]),
  )
}

/** Parses `--trust-proxy`; undefined if invalid. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return { networks: [], maxHops: 0 }
  if (text === 'on') return { networks: parseNetworks(nearby) ?? [], maxHops: 1 }
  const networks: Network[] = []
  for (const part of partsOf(text)) {
    const found = networksIn(part)
    if (!found || found.some(isTooWide)) return undefined
    networks.push(...found)
  }
  return networks.length > 0 ? { networks, maxHops } : undefined
}
