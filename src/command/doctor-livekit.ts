import { type Config, flagOf } from '#platform/config'
import { checkLiveKit, livekitOf } from '../features/calls/calls/livekit/connection.ts'
import { Rooms } from '../features/calls/calls/livekit/rooms.ts'
import { callOptions } from '../features/calls/calls/options.ts'

interface Found {
  state: 'ok' | 'note' | 'failed'
  says: string
}

/** Tokens are valid for ten seconds; LiveKit tolerates about a minute of clock skew. */
const maxClockDifferenceMs = 30_000

/** Lists the LiveKit server's rooms with the API key that calls use. */
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
    const { date } = await new Rooms(server, outbound, () => new Date()).check().catch((error: Error) => {
      throw new Error(`${host}: ${error.message}`)
    })
    const difference = date === null ? 0 : Math.abs(Date.parse(date) - (asked + Date.now()) / 2)
    if (difference > maxClockDifferenceMs)
      throw new Error(`${host}: its clock differs by ${Math.round(difference / 1_000)} seconds, so it rejects tokens`)
    return judged(config, server.url, host)
  } finally {
    await outbound.close()
  }
}

function judged(config: Config, url: string, host: string): Found {
  const works = `${host} accepts the API key`
  if (url.startsWith('ws:') && config.url?.startsWith('https:'))
    return { state: 'note', says: `${works}, but pages over HTTPS can’t connect to it without TLS (wss:)` }
  const { stunUrl, turnUrl } = callOptions(config)
  if (!stunUrl && !turnUrl)
    return {
      state: 'note',
      says: `${works}; browsers use third-party STUN servers unless it sets rtc.stun_servers`,
    }
  return { state: 'ok', says: `${works}; browsers use the STUN and TURN servers set here` }
}
