import { type Config, flagOf } from '#platform/config'
import { turnCredentials } from '../features/calls/calls/ice-servers.ts'
import { callOptions } from '../features/calls/calls/options.ts'
import { allocate, TurnError, turnServerOf } from './turn-allocation.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

const patienceMs = 5_000
const isPrivate = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/** Allocates a relay at each TURN server, as browsers in a call do. */
export async function relays(config: Config): Promise<Found> {
  const { turnUrl, turnSecret } = callOptions(config)
  if (!turnUrl) return { state: 'note', says: `there is no ${flagOf('turnUrl')}: calls work only within one network` }
  if (!turnSecret) throw new Error(`${flagOf('turnUrl')} needs ${flagOf('turnSecret')}`)
  const credentials = turnCredentials(turnSecret, 'doctor', Math.floor(Date.now() / 1_000) + 60)
  const tried = await Promise.all(
    turnUrl.map(async (url) => {
      const server = turnServerOf(url)
      if (!server) return { url, problem: 'DTLS can’t be checked' }
      try {
        return { url, address: await allocate(server, credentials, patienceMs) }
      } catch (error) {
        return { url, problem: problemOf(error) }
      }
    }),
  )
  const problems = tried.flatMap(({ url, problem }) => (problem === undefined ? [] : [`${url}: ${problem}`]))
  if (problems.length > 0) throw new Error(problems.join('; '))
  const hidden = tried.find(({ address = '' }) => isPrivate.test(address))
  if (hidden)
    return { state: 'note', says: `${hidden.url} relays at ${hidden.address}, which only this network reaches` }
  return { state: 'ok', says: tried.map(({ url, address }) => `${url} relays at ${address}`).join('; ') }
}

function problemOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  if (error instanceof TurnError && error.code === 401) return 'it refuses the credentials'
  return message || code || String(error)
}
