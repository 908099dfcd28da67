import { type GroupId, type MessageId, seconds, type UserId } from '#contract'
import { type Language, lastResort, textsOf } from '#platform/languages'
import { plainText } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { DigestKind } from '../../../people/quiet-times/wire.ts'
import { personal } from '../../../people/user-settings/access.ts'
import { visibilityOf } from '../../../people/users/access/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { avatarUrl, placeholder } from '../../../people/users/serialize.ts'
import type { DigestCounts, NoticedMessage, Ring } from './store.ts'

const textsIn = textsOf('pushDevices')

/** Push services carry 4,096 bytes, including encryption, base64, and envelope. */
export const maxBytes = 2_800
const maxCharacters = 200

function origin(org: Organization, userId: UserId) {
  const { name, subdomain } = org.get(organizationCache)
  return { realm_url: org.services.organizationUrl(subdomain), realm_name: name, user_id: userId }
}

function placeOf(org: Organization, message: NoticedMessage) {
  const channel = message.member_ids ? undefined : org.get(channelsCache).ofConversation(message.conversation_id)
  return channel
    ? { recipient_type: 'channel', channel_id: channel.id, channel_name: channel.name, topic: message.topic }
    : { recipient_type: 'direct', recipient_user_ids: message.member_ids ?? [] }
}

const digestKinds: readonly DigestKind[] = ['direct_messages', 'mentions', 'followed_topics', 'channels']

/** For example “While your notifications were paused: 2 direct messages and 1 mention”. */
function digestText(language: Language, counts: DigestCounts): string {
  const texts = textsIn(language)
  return texts.whileQuiet(
    digestKinds.flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : [texts.counts[kind](count)]
    }),
  )
}

/** A payload of type `message` for one of the messages, so that every app can show it; `digest` is for others. */
export function digestPayload(
  org: Organization,
  viewer: Viewer,
  message: NoticedMessage,
  counts: DigestCounts,
): string {
  const common = origin(org, viewer.id)
  const bot = org.get(peopleCache).systemBot('notification-bot')
  return fitted({
    type: 'message',
    ...common,
    sender_id: bot.id,
    sender_full_name: bot.fullName,
    sender_avatar_url: `${common.realm_url}${avatarUrl(bot)}`,
    message_id: message.id,
    time: seconds(org.now()),
    content: digestText(viewer.language ?? lastResort, counts),
    ...placeOf(org, message),
    digest: counts,
  })
}

/** A readable message as the public API's inner payload of type `message`; optionally without its text. */
export function messagePayload(
  org: Organization,
  viewer: Viewer,
  message: NoticedMessage,
  groupId: GroupId | null,
  hidesText = false,
): string {
  const sender = org.get(peopleCache).byId.get(message.sender_id)
  const isKnown = sender !== undefined && visibilityOf(org, viewer)(sender.id)
  const common = origin(org, viewer.id)
  const group = groupId === null ? undefined : org.get(groupsCache).byId.get(groupId)
  const unknown = placeholder(org, message.sender_id)
  return fitted({
    type: 'message',
    ...common,
    sender_id: message.sender_id,
    sender_full_name: isKnown ? sender.fullName : unknown.full_name,
    sender_avatar_url: `${common.realm_url}${isKnown ? avatarUrl(sender) : unknown.avatar_url}`,
    message_id: message.id,
    time: seconds(message.sent_at),
    content: hidesText ? '' : shortened(plainText(message.rendered_content), maxCharacters),
    ...placeOf(org, message),
    ...(group ? { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name } : {}),
  })
}

/** Our own type: a call rings. A removal, or a notification of its message, ends that. */
export function ringPayload(org: Organization, viewer: Viewer, message: NoticedMessage, ring: Ring): string {
  const { byId } = org.get(peopleCache)
  const [caller, account] = [byId.get(ring.caller_id), byId.get(viewer.id)]
  const isKnown = caller !== undefined && visibilityOf(org, viewer)(caller.id)
  const common = origin(org, viewer.id)
  const unknown = placeholder(org, ring.caller_id)
  return fitted({
    type: 'call',
    ...common,
    sender_id: ring.caller_id,
    sender_full_name: isKnown ? caller.fullName : unknown.full_name,
    sender_avatar_url: `${common.realm_url}${isKnown ? avatarUrl(caller) : unknown.avatar_url}`,
    message_id: message.id,
    call_id: ring.call_id,
    until: ring.until,
    silent: account ? personal(account, 'call_ringing') !== 'sound' : false,
    content: '',
    ...placeOf(org, message),
  })
}

export const removalPayload = (org: Organization, userId: UserId, messageIds: readonly MessageId[]): string =>
  JSON.stringify({ type: 'remove', ...origin(org, userId), message_ids: messageIds })

export const testPayload = (org: Organization, userId: UserId): string =>
  JSON.stringify({ type: 'test', ...origin(org, userId), time: seconds(org.now()) })

function shortened(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** Shortens the text until the payload fits; drops the recipients if that isn't enough. */
function fitted(payload: { content: string; recipient_user_ids?: readonly UserId[]; [key: string]: unknown }): string {
  for (let most = maxCharacters; most >= 20; most -= 20) {
    const text = JSON.stringify({ ...payload, content: shortened(payload.content, most) })
    if (Buffer.byteLength(text) <= maxBytes) return text
  }
  const { recipient_user_ids: _, ...rest } = payload
  return JSON.stringify({ ...rest, content: shortened(payload.content, 20) })
}
