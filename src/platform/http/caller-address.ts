import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseTrustedProxies } from '#platform/config'
import { isInNetworks } from '#platform/outbound'

/** Longer than any chain of trusted proxies; what stands before it was written by the caller. */
const maxRead = 1_000

/** Reads an address as proxies write it: with a port, in brackets, with a zone. Undefined for anything else. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  const address = bare.split('%', 1)[0] as string
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/**
 * Where a request comes from: the peer, or behind trusted proxies the rightmost address of X-Forwarded-For that isn't one
 * of them. Each proxy appends the address that it saw, so everything to the left of that may be made up.
 */
export function callerAddresses(trustProxy: string): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  const { networks, maxHops } = parseTrustedProxies(trustProxy) ?? { networks: [], maxHops: 0 }
  return ({ socket, headers }) => {
    let address = addressIn(socket.remoteAddress ?? '') ?? ''
    const forwarded = maxHops > 0 ? headers['x-forwarded-for'] : undefined
    if (forwarded === undefined) return address
    const hops = String(forwarded).slice(-maxRead).split(',').reverse()
    for (const hop of hops.slice(0, maxHops)) {
      if (!isInNetworks(address, networks)) break
      const next = addressIn(hop)
      if (next === undefined) break
      address = next
    }
    return address
  }
}

/** IPv4 addresses that a translator (NAT64) shows to servers that speak only IPv6. */
const translated = ipaddr.parseCIDR('64:ff9b::/96')

function prefixOf(address: string, bits: { v4: number; v6: number }): string {
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  const isTranslated = read instanceof ipaddr.IPv6 && read.match(translated)
  const parsed = isTranslated ? ipaddr.fromByteArray(read.toByteArray().slice(12)) : read
  const length = bits[parsed.kind() === 'ipv4' ? 'v4' : 'v6']
  const bytes = parsed
    .toByteArray()
    .map((byte, index) => byte & (0xff << Math.max(0, 8 - Math.max(0, length - index * 8))))
  return `${ipaddr.fromByteArray(bytes.map((byte) => byte & 0xff))}/${length}`
}

/** What limits per address count: an IPv4 address, or a /64, which is what one IPv6 host is given to choose from. */
export const networkOf = (address: string): string => prefixOf(address, { v4: 32, v6: 64 })

/** What one customer of a provider can be given: a /48 of IPv6; a /24 of IPv4. */
export const wideNetworkOf = (address: string): string => prefixOf(address, { v4: 24, v6: 48 })
