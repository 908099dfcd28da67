import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** An address and how many of its bits count. */
export type Network = readonly [Address, number]

/** Networks such as `10.0.0.0/8`, separated by commas; a single address is a network of one. Undefined where one is not. */
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

/** What every network calls its own although it lies in a public range: here a cloud answers its guests. */
const neverPublic = parseNetworks('168.63.129.16') as Network[]
/** What has been given out for hosts on the internet, so far: everything else in IPv6 is something special. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

const isIn = (address: Address, networks: readonly Network[]) =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/** Whether an address is in one of the networks; an IPv4-mapped IPv6 address counts as the IPv4 address. */
export const isInNetworks = (text: string, networks: readonly Network[]): boolean =>
  ipaddr.isValid(text) && isIn(ipaddr.process(text), networks)

/**
 * Whether requests that somebody aims may go to this address: a public one that means a single host, or one in the
 * given networks. Addresses that hold another one (IPv4-mapped, 6to4, NAT64, Teredo) are never public, since that
 * other one could be anything.
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
