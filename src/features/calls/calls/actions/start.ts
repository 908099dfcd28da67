import { asMessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkCanSend } from '../../../messages/messages/access/send.ts'
import type { Outgoing } from '../../../messages/messages/actions/send.ts'
import { sendMessage } from '../../../messages/messages/actions/send.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { checkCanJoin, checkCanStartCalls } from '../access.ts'
import * as api from '../api.ts'
import { callsCache } from '../cache.ts'
import type { LiveCall } from '../call.ts'
import { callMessage, renderCall } from '../call-message.ts'
import { noteStarted } from '../figures.ts'
import { checkHasRelay } from '../ice-servers.ts'
import { maxLiveCalls, maxRinging, maxStarts } from '../limits.ts'
import { livekitOf } from '../livekit/connection.ts'
import { roomName } from '../livekit/room-name.ts'
import { checkRate } from '../rate.ts'
import { callAudience, serializeCall } from '../serialize.ts'
import * as store from '../store.ts'
import { enter, type Joining } from './join.ts'
import { ring } from './rings.ts'

interface NewCall {
  readonly place: Pick<Outgoing, 'recipient' | 'topic'>
  readonly intent: api.Call['intent']
  readonly rings: boolean
  readonly client: string
  /** The random part of the room's name, if the call uses the LiveKit server. */
  readonly roomKey: string
}

/** Posts the call's message and joins it; if the conversation has an ongoing call, only joins that. */
export async function startCall(
  mutation: Mutation,
  { place, intent, rings, client, roomKey }: NewCall,
  joining: Joining,
): Promise<{ call: api.CallOut; already_live: boolean }> {
  const { tx, org, viewer, now } = mutation
  const known = ongoingAt(mutation, place)
  if (known) {
    checkHasRelay(mutation, known)
    await checkCanJoin(mutation, known)
    return { call: await enter(mutation, known, joining), already_live: true }
  }
  checkCanStartCalls(mutation)
  await checkRate(mutation, store.startsSince, maxStarts)
  if ((await store.countLive(tx, org.id)) >= maxLiveCalls) throw api.tooManyCalls({}, { limit: maxLiveCalls })
  const sender = mutation.get(peopleCache).byId.get(viewer.id) as Account
  const outgoing = { ...place, sender, client, senderRead: true }
  const id = await mutation.nextId(store.callIds)
  const room = usesLiveKit(org, place) ? roomName(org.id, id, roomKey) : null
  checkHasRelay(mutation, { room })
  const content = callMessage(mutation, id)
  const rendered = await renderCall(mutation, sender, content, id)
  await checkCanSend(mutation, { ...place, rendered })
  const sent = await sendMessage(mutation, { ...outgoing, content, rendered })
  await store.insert(tx, {
    id,
    org_id: org.id,
    conversation_id: sent.conversationId,
    topic: place.topic,
    message_id: asMessageId(sent.id),
    intent,
    started_by: viewer.id,
    started_at: now,
    ended_at: null,
    room,
  })
  const call = (await store.liveCall(tx, org.id, id)) as LiveCall
  mutation.emit(api.callStarted, { call: serializeCall(org, call) }, callAudience(mutation, call))
  noteStarted(mutation, call)
  await enter(mutation, call, joining)
  if (rings && call.member_ids && call.member_ids.length <= maxRinging) await ring(mutation, call, call.member_ids)
  return { call: serializeCall(org, (await store.liveCall(tx, org.id, id)) as LiveCall), already_live: false }
}

/** Only a one-on-one conversation can't get more people, so its browsers connect directly. */
const usesLiveKit = (org: Mutation['org'], { recipient }: NewCall['place']): boolean =>
  livekitOf(org.services.config) !== undefined && (recipient.kind === 'channel' || recipient.people.length > 2)

function ongoingAt(
  mutation: Mutation,
  { recipient, topic }: Pick<Outgoing, 'recipient' | 'topic'>,
): LiveCall | undefined {
  const members = recipient.kind === 'direct' ? recipient.people.map(({ id }) => id).join() : undefined
  const isThere = (call: LiveCall) =>
    recipient.kind === 'channel'
      ? call.conversation_id === recipient.channel.conversationId && call.topic.toLowerCase() === topic.toLowerCase()
      : call.member_ids?.join() === members
  return [...mutation.get(callsCache).all].find(isThere)
}
