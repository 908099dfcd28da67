import { type Network, parseNetworks } from '#platform/outbound'

export interface TrustedProxies {
  readonly networks: readonly Network[]
  readonly mostHops: number
}

const loopback = '127.0.0.0/8,::1'
/** Private networks, trusted with `on`. */
const nearby = `${loopback},10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10`

const mostHops = 10

/** Networks this wide hold strangers, who could then choose the address they're limited by. */
const isTooWide = ([address, prefix]: Network): boolean => prefix < (address.kind() === 'ipv4' ? 8 : 7)

/** Parses `--trust-proxy`; undefined if invalid, or if a network is so wide that strangers are in it. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return { networks: [], mostHops: 0 }
  if (text === 'on') return { networks: parseNetworks(nearby) ?? [], mostHops: 1 }
  const parts = text.split(',').map((part) => part.trim())
  const networks = parseNetworks(parts.map((part) => (part === 'loopback' ? loopback : part)).join(','))
  return networks && networks.length > 0 && !networks.some(isTooWide) ? { networks, mostHops } : undefined
}
