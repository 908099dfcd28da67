import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseTrustedProxies } from '#platform/config'
import { isInNetworks } from '#platform/outbound'

/** Longer than any chain of trusted proxies; everything before it comes from the caller. */
const maxRead = 1_000

/** Parses an address as proxies write it, with a port, brackets, or a zone. Undefined for anything else. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  const address = bare.split('%', 1)[0] as string
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** The peer, or the rightmost untrusted X-Forwarded-For address behind trusted proxies; the rest may be forged. */
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

/** IPv4 addresses as a translator (NAT64) presents them to IPv6-only servers. */
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

/** The key of limits per address: an IPv4 address, or a /64, which is the range of one IPv6 host. */
export const networkOf = (address: string): string => prefixOf(address, { v4: 32, v6: 64 })

/** The range of one provider's customer: a /48 of IPv6, or a /24 of IPv4. */
export const wideNetworkOf = (address: string): string => prefixOf(address, { v4: 24, v6: 48 })
