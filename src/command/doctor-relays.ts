import { type Config, flagOf } from '#platform/config'
import { isAllowed } from '#platform/outbound'
import { turnCredentials } from '../features/calls/calls/ice-servers.ts'
import { livekitOf } from '../features/calls/calls/livekit/connection.ts'
import { callOptions } from '../features/calls/calls/options.ts'
import { turnServerOf } from '../features/calls/calls/turn-url.ts'
import { allocate, TurnError } from './turn-allocation.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

const patienceMs = 5_000

/** Allocates a relay at each TURN server, as browsers in a call do. */
export async function relays(config: Config): Promise<Found> {
  const { turnUrl, turnSecret } = callOptions(config)
  if (!turnUrl) {
    const which = livekitOf(config) ? 'one-on-one calls, which don’t use LiveKit,' : 'calls'
    return { state: 'note', says: `there is no ${flagOf('turnUrl')}: ${which} work only within one network` }
  }
  if (!turnSecret) throw new Error(`${flagOf('turnUrl')} needs ${flagOf('turnSecret')}`)
  const credentials = turnCredentials(turnSecret, 'doctor', Math.floor(Date.now() / 1_000) + 60)
  const tried = await Promise.all(
    turnUrl.map(async (url) => {
      const server = turnServerOf(url)
      if (!server) return { url, problem: 'it isn’t the address of a TURN server' }
      if (server.transport === 'dtls') return { url }
      try {
        return { url, address: await allocate(server, credentials, patienceMs) }
      } catch (error) {
        return { url, problem: problemOf(error) }
      }
    }),
  )
  const problems = tried.flatMap(({ url, problem }) => (problem === undefined ? [] : [`${url}: ${problem}`]))
  if (problems.length > 0) throw new Error(problems.join('; '))
  const found = tried.map(({ url, address }) => ({
    isGood: address !== undefined && isAllowed(address),
    says:
      address === undefined
        ? `${url} can’t be checked, because it’s for DTLS`
        : `${url} relays at ${address}${isAllowed(address) ? '' : ', which only this network reaches'}`,
  }))
  return { state: found.every(({ isGood }) => isGood) ? 'ok' : 'note', says: found.map(({ says }) => says).join('; ') }
}

function problemOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  if (error instanceof TurnError && error.code === 401) return 'it refuses the credentials'
  return message || code || String(error)
}
