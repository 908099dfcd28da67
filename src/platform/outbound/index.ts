export { isAllowed, isInNetworks, type Network, parseNetworks } from './addresses.ts'
export type { Lookup } from './agent.ts'
export * from './errors.ts'
export { checkedUrl, Outbound, type OutboundAnswer, type OutboundOptions, type OutboundRequest } from './outbound.ts'
