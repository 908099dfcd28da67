import type { IncomingMessage } from 'node:http'
import type { Config } from '#platform/config'

type RequestFacts = Pick<IncomingMessage, 'headers' | 'httpVersion'> & { readonly socket: { remoteAddress?: string } }

const loopback = /^(127\.|::1$|::ffff:127\.)/
const ownHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
/** Headers that reverse proxies and tunnels add. */
const forwarded = /^(forwarded|via|client-ip|true-client-ip|x-(forwarded|real|client|original|cluster-client)|cf-)/

/**
 * Whether the caller is on this machine, with no proxy in between. A proxy on the same machine also connects from it, so
 * one that's configured, left its headers, speaks HTTP/1.0, or asks for another host counts as one. The host check also
 * keeps out websites whose name resolves to this machine.
 */
export function isOnThisMachine({ socket, headers, httpVersion }: RequestFacts, config: Config): boolean {
  if (config.trustProxy !== 'off' || (config.url && !ownHost.test(new URL(config.url).host))) return false
  if (!loopback.test(socket.remoteAddress ?? '') || !ownHost.test(headers.host ?? '')) return false
  return httpVersion !== '1.0' && !Object.keys(headers).some((name) => forwarded.test(name))
}
