import { asGroupId } from '#contract'
import type { Tx } from '#platform/db'
import { canReadChannel } from '../../channels/channels/access.ts'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { subscribersCache } from '../../channels/channels/subscribers-cache.ts'
import { existingReadableMessages, type ReadableMessage } from '../../messages/messages/access/readable.ts'
import type { Reader } from '../../messages/messages/access/reader.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { causeUnavailable, groupChangedSince, personLeft, placeUnavailable } from './errors.ts'
import type * as store from './store.ts'
import { isOrganizationTrigger } from './triggers/scope-rules.ts'

/** The event that triggered a run, such as a new message or someone joining a channel. */
export interface Cause {
  readonly person: Account
  /** Undefined if the person joined or left a group, or joined the organization. */
  readonly channel: Channel | undefined
  readonly message: ReadableMessage | undefined
  readonly topic: string | undefined
  /** Entered after a slash command. */
  readonly text: string | undefined
}

type Scope = Pick<store.Stored, 'channel_id'>
type RunRow = Pick<store.StoredRun, 'message_id' | 'person_id' | 'channel_id' | 'topic' | 'text' | 'trigger'>

/** Whether a channel is within the automation's scope. The bot also needs read access to it. */
export function isWithinScope({ channel_id }: Scope, trigger: RunRow['trigger'], { id, isPrivate }: Channel): boolean {
  if (channel_id !== null) return id === channel_id
  return !isPrivate || ('stream_id' in trigger && id === trigger.stream_id)
}

/** Throws if the bot (`reader`) can no longer read the cause; undefined for schedules. */
export async function causeOf(tx: Tx, reader: Reader, row: Scope, run: RunRow): Promise<Cause | undefined> {
  if (run.person_id === null) return undefined
  const person = reader.org.get(peopleCache).byId.get(run.person_id)
  if (!person) throw causeUnavailable()
  if (isOrganizationTrigger(run.trigger.kind)) return causeFromPerson(reader, run, person)
  return run.message_id === null
    ? causeFromPlace(reader, row, run, person)
    : causeFromMessage(tx, reader, row, run, person)
}

async function causeFromMessage(tx: Tx, reader: Reader, row: Scope, run: RunRow, person: Account): Promise<Cause> {
  const [message] = await existingReadableMessages(tx, reader, run.message_id === null ? [] : [run.message_id])
  const channel = message && reader.org.get(channelsCache).ofConversation(message.conversation_id)
  if (!channel || !isWithinScope(row, run.trigger, channel)) throw causeUnavailable()
  return { person, channel, message, topic: message.topic, text: run.text ?? undefined }
}

function causeFromPerson({ org }: Reader, { trigger }: RunRow, person: Account): Cause {
  if (trigger.kind === 'joined_group' || trigger.kind === 'left_group') {
    const isMember = org.viewer(person.id)?.groupIds.has(asGroupId(trigger.group_id)) === true
    if (isMember !== (trigger.kind === 'joined_group')) throw groupChangedSince()
  }
  return { person, channel: undefined, message: undefined, topic: undefined, text: undefined }
}

function causeFromPlace({ org, viewer, subscriptions }: Reader, row: Scope, run: RunRow, person: Account): Cause {
  const channel = run.channel_id === null ? undefined : org.get(channelsCache).byId.get(run.channel_id)
  const isJoin = run.trigger.kind === 'joined_channel'
  if (
    !channel ||
    !isWithinScope(row, run.trigger, channel) ||
    !canReadChannel(viewer, channel, subscriptions.isSubscribed(channel.id)) ||
    (isJoin && !org.get(subscribersCache).of(channel.id).has(person.id))
  )
    throw isJoin ? personLeft() : placeUnavailable()
  return { person, channel, message: undefined, topic: run.topic ?? undefined, text: run.text ?? undefined }
}
