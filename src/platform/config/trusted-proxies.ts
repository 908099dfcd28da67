import { type Network, parseNetworks } from '#platform/outbound'

/** Reverse proxies whose X-Forwarded-For counts. */
export interface TrustedProxies {
  readonly networks: readonly Network[]
  /** How many of them may stand one behind the other. */
  readonly maxHops: number
}

const loopback = '127.0.0.0/8,::1'
/** What `on` meant before proxies were listed, less what let a caller choose an address. */
const nearby = `${loopback},10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10`

const maxHops = 10

/** Reads `--trust-proxy`; undefined for a value that isn't one. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'off') return { networks: [], maxHops: 0 }
  if (text === 'on') return { networks: parseNetworks(nearby) ?? [], maxHops: 1 }
  const parts = text.split(',').map((part) => part.trim())
  const networks = parseNetworks(parts.map((part) => (part === 'loopback' ? loopback : part)).join(','))
  return networks && networks.length > 0 ? { networks, maxHops } : undefined
}
