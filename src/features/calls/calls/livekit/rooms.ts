import { parsedJson, z } from '#contract'
import type { Outbound, OutboundAnswer } from '#platform/outbound'
import { httpUrlOf, type LiveKit } from './connection.ts'
import { joinSecs, requestToken } from './token.ts'

const timeoutMs = 5_000
/** Enough for 500 people with four tracks each, and still parsed quickly. */
const maxBytes = 4 * 2 ** 20

const Participants = z.object({ participants: z.array(z.object({ identity: z.string().default('') })).default([]) })

/** The part of LiveKit's room API (Twirp with JSON) that calls need. */
export class Rooms {
  readonly #livekit: LiveKit
  readonly #outbound: Pick<Outbound, 'request'>
  readonly #now: () => Date

  constructor(livekit: LiveKit, outbound: Pick<Outbound, 'request'>, now: () => Date) {
    this.#livekit = livekit
    this.#outbound = outbound
    this.#now = now
  }

  /** The sessions that are in a room; empty if there's no such room. */
  async sessions(room: string, signal?: AbortSignal): Promise<string[]> {
    const answer = await this.#call('ListParticipants', { room }, { room, roomAdmin: true }, signal)
    const parsed = Participants.safeParse(answer ?? {})
    if (!parsed.success) throw new Error('ListParticipants: unexpected response')
    return parsed.data.participants.map(({ identity }) => identity)
  }

  /** Returns whether they were there. */
  async remove(room: string, identity: string, signal?: AbortSignal): Promise<boolean> {
    const answer = await this.#call('RemoveParticipant', { room, identity }, { room, roomAdmin: true }, signal)
    return answer !== undefined
  }

  /** Returns whether it existed. */
  async delete(room: string, signal?: AbortSignal): Promise<boolean> {
    return (await this.#call('DeleteRoom', { room }, { roomCreate: true }, signal)) !== undefined
  }

  /** Throws if the server rejects the key, or a token that's valid for as long as those for joining. */
  async check(): Promise<{ readonly date: string | null }> {
    const answer = await this.#request('ListRooms', { names: [] }, { roomList: true }, undefined, joinSecs)
    if (answer.status !== 200) throw new Error(`ListRooms: ${problemOf(answer)}`)
    return { date: answer.headers.get('date') }
  }

  /** Undefined if the room or the person isn't there. */
  async #call(
    method: string,
    body: unknown,
    grants: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const answer = await this.#request(method, body, grants, signal)
    const parsed = parsedJson(answer.text()) as { code?: unknown } | undefined
    if (answer.status === 200) return parsed ?? {}
    if (answer.status === 404 && parsed?.code === 'not_found') return undefined
    throw new Error(`${method}: ${problemOf(answer)}`)
  }

  async #request(
    method: string,
    body: unknown,
    grants: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    secs?: number,
  ): Promise<OutboundAnswer> {
    const token = await requestToken(this.#livekit, grants, this.#now(), secs)
    return this.#outbound.request({
      url: `${httpUrlOf(this.#livekit)}/twirp/livekit.RoomService/${method}`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      trusted: true,
      timeoutMs,
      maxBytes,
      ...(signal ? { signal } : {}),
    })
  }
}

function problemOf({ status, text }: OutboundAnswer): string {
  if (status === 401 || status === 403) return 'it rejects the API key'
  const { code } = (parsedJson(text()) ?? {}) as { code?: unknown }
  return `it responds with ${status}${typeof code === 'string' ? ` (${code.slice(0, 40)})` : ''}`
}
