import { parsedJson, z } from '#contract'
import { type OpenContext, quiet, type Route, serveAnyone } from '#platform/serve'
import { callsCache } from '../cache.ts'
import { leftSecs } from '../limits.ts'
import * as api from './api.ts'
import { livekitOf } from './connection.ts'
import { watchRoom } from './due.ts'
import { livekitWebhooks } from './figures.ts'
import { idsOfRoom } from './room-name.ts'
import * as store from './store.ts'
import { webhookRefusal } from './token.ts'

/** Webhooks' IDs are kept for longer than webhooks are accepted. */
const keptMs = 15 * 60_000

const Webhook = z.object({
  id: z.string().min(1).max(100),
  event: z.string().max(100),
  // LiveKit's JSON has 64-bit numbers as strings
  createdAt: z.union([z.string().regex(/^\d{1,12}$/), z.int().nonnegative()]).transform(Number),
  room: z.object({ name: z.string().max(1_000) }).optional(),
  participant: z.object({ identity: z.string().max(1_000) }).optional(),
})
type Webhook = z.output<typeof Webhook>

export const livekitRoutes: readonly Route[] = [quiet(serveAnyone(api.receiveLiveKitWebhook, receive))]

async function receive(ctx: OpenContext): Promise<void> {
  const { server, request } = ctx
  const livekit = livekitOf(server.config)
  if (!livekit) throw api.noLiveKit()
  const { body } = request
  const parsed = Webhook.safeParse(parsedJson(body.toString('utf8')))
  const token = request.header('authorization').replace(/^Bearer /i, '')
  const createdAt = parsed.data?.createdAt
  const refusal = await webhookRefusal(livekit, { token, body, createdAt }, server.now())
  if (refusal) {
    server.outcomes.add(livekitWebhooks, refusal)
    request.warn(`Rejected a LiveKit webhook: wrong ${refusal}`)
    throw api.badWebhook({}, { reason: refusal })
  }
  // other events have other fields
  server.outcomes.add(livekitWebhooks, parsed.data ? await follow(ctx, parsed.data) : 'accepted')
}

/** Ends the session of someone who left the room unless they report again, and removes people who aren't in the call. */
async function follow(
  { server }: OpenContext,
  { id, event, room, participant }: Webhook,
): Promise<'accepted' | 'repeated'> {
  const ids = idsOfRoom(room?.name ?? '')
  const isAboutPeople = event === 'participant_joined' || event === 'participant_left'
  if (!ids || !participant || !isAboutPeople) return 'accepted'
  const { orgId, callId } = ids
  const org = await server.organizationWhere(async (tx) =>
    (await store.callOfRoom(tx, orgId, callId))?.room === room?.name ? orgId : undefined,
  )
  if (!org) return 'accepted'
  return org.transact(null, async (mutation) => {
    const { tx, now } = mutation
    const since = new Date(now.getTime() - keptMs)
    if (!(await store.noteWebhook(tx, { orgId, eventId: id, now, since }))) return 'repeated'
    const call = await store.callOfRoom(tx, orgId, callId)
    if (!call) return 'accepted'
    const { identity } = participant
    const isInCall = call.sessions.has(identity)
    if (event === 'participant_joined' && !isInCall)
      await watchRoom(mutation, { id: callId, room: call.room }, [identity])
    if (event === 'participant_left' && isInCall)
      mutation.onCommit(() => {
        const at = now.getTime()
        org.get(callsCache).shorten(callId, identity, at, at + leftSecs * 1_000)
      })
    return 'accepted'
  })
}
