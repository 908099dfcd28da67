import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A base address and its prefix length. */
export type Network = readonly [Address, number]

/** Parses comma-separated networks such as `10.0.0.0/8` or single addresses. Undefined if one is invalid. */
export function parseNetworks(text: string): Network[] | undefined {
  const networks: Network[] = []
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const whole = part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`
    if (!ipaddr.isValidCIDR(whole)) return undefined
    networks.push(ipaddr.parseCIDR(whole))
  }
  return networks
}

/** A public address that clouds use for a service to their own machines. */
const neverPublic = parseNetworks('168.63.129.16') as Network[]
/** The range allocated for internet hosts so far; other IPv6 addresses are reserved or special. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/** Whether an address is in one of the networks; an IPv4-mapped IPv6 address counts as the IPv4 address. */
export const isInNetworks = (text: string, networks: readonly Network[]): boolean =>
  ipaddr.isValid(text) && isIn(ipaddr.process(text), networks)

/**
 * Whether user-controlled requests may go to this address: a public unicast one, or one in the given networks. Those
 * with another one inside (IPv4-mapped, 6to4, NAT64, Teredo) aren't public: that one may be private.
 */
export function isAllowed(text: string, allowed: readonly Network[] = []): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv6) {
    if (address.isIPv4MappedAddress()) return isIn(address.toIPv4Address(), allowed)
    if (isIn(address, allowed)) return true
    return address.range() === 'unicast' && address.match(globalUnicast)
  }
  if (isIn(address, allowed)) return true
  return address.range() === 'unicast' && !isIn(address, neverPublic)
}
