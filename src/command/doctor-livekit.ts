import { type Config, flagOf } from '#platform/config'
import { checkLiveKit, httpUrlOf, livekitOf } from '../features/calls/calls/livekit/connection.ts'
import { Rooms } from '../features/calls/calls/livekit/rooms.ts'
import { callOptions } from '../features/calls/calls/options.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

/** Tokens are valid for ten seconds, and LiveKit allows about a minute more. */
const maxClockDifferenceMs = 30_000

/** Asks the LiveKit server for a list of rooms, with the key that calls use. */
export async function livekit(config: Config): Promise<Found> {
  checkLiveKit(config)
  const server = livekitOf(config)
  if (!server)
    return { state: 'ok', says: `there is no ${flagOf('livekitUrl')}: browsers connect directly, up to 8 in a call` }
  const { host } = new URL(server.url)
  const { Outbound } = await import('#platform/outbound')
  const outbound = new Outbound()
  try {
    const asked = Date.now()
    await reach(outbound, httpUrlOf(server), host)
    const { date } = await new Rooms(server, outbound, () => new Date()).check().catch((error: Error) => {
      throw new Error(`${host}: ${error.message}`)
    })
    const difference = date === null ? 0 : Math.abs(Date.parse(date) - (asked + Date.now()) / 2)
    if (difference > maxClockDifferenceMs)
      throw new Error(`${host}: its clock differs by ${Math.round(difference / 1_000)} seconds, so it refuses tokens`)
    return judged(config, server.url, host)
  } finally {
    await outbound.close()
  }
}

async function reach(
  outbound: InstanceType<typeof import('#platform/outbound').Outbound>,
  url: string,
  host: string,
): Promise<void> {
  const { status } = await outbound.request({ url, trusted: true, timeoutMs: 5_000, maxBytes: 65_536, cut: true })
  // LiveKit says OK at its root, behind a proxy perhaps something else
  if (status >= 500) throw new Error(`${host} answers with ${status}`)
}

function judged(config: Config, url: string, host: string): Found {
  const works = `${host} accepts the key`
  if (url.startsWith('ws:') && config.url?.startsWith('https:'))
    return { state: 'note', says: `${works}, but pages over HTTPS can’t connect to it without TLS (wss:)` }
  const { stunUrl, turnUrl } = callOptions(config)
  if (!stunUrl && !turnUrl)
    return {
      state: 'note',
      says: `${works}; it gives browsers public STUN servers of a third party, unless it has its own (rtc.stun_servers)`,
    }
  return { state: 'ok', says: `${works}; browsers use the STUN and TURN servers named here` }
}
