import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { isAllowed, type Network } from './addresses.ts'
import { RefusedHostError } from './errors.ts'

/** As `dns.lookup` answers with `all`. */
export type Lookup = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

const ofSystem: Lookup = (host, done) => systemLookup(host, { all: true, verbatim: true }, done)

/**
 * Connections to allowed addresses only. A name is looked up once, by us, and the connection goes to what was found and
 * checked, so a name that means something else a moment later changes nothing. What the socket says of its other end
 * is checked too, before anything is sent.
 */
export async function openAgent(
  allowed: readonly Network[] | 'any',
  lookup: Lookup = ofSystem,
  connectMs = 10_000,
): Promise<Agent> {
  const undici = await import('undici')
  const canReach = (address: string) => allowed === 'any' || isAllowed(address, allowed)
  const connect = undici.buildConnector({ timeout: connectMs, lookup: checkedLookup(lookup, canReach) } as object)
  const checked: buildConnector.connector = (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // an address in digits is never looked up
    if (isIP(host) && !canReach(host)) return done(new RefusedHostError(host), null)
    connect(options, (...outcome) => {
      const [, socket] = outcome
      if (socket && !canReach(socket.remoteAddress ?? '')) {
        socket.destroy()
        return done(new RefusedHostError(host), null)
      }
      done(...outcome)
    })
  }
  return new undici.Agent({
    connect: checked,
    // one slow host keeps no more than these busy
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 32 * 1024,
  })
}

function checkedLookup(lookup: Lookup, canReach: (address: string) => boolean): LookupFunction {
  return (host, { all }, done) =>
    lookup(host, (error, found) => {
      if (error) return done(error, [])
      const addresses = found.filter(({ address }) => canReach(address))
      const [first] = addresses
      if (!first) return done(new RefusedHostError(host), [])
      if (all) return done(null, addresses)
      done(null, first.address, first.family)
    })
}
