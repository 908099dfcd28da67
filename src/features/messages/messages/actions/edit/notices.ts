import type { MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canSeeChannel } from '../../../../channels/channels/access.ts'
import { firstMessageIn, setFirstMessage } from '../../../../channels/channels/actions/activity.ts'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../../channels/channels/subscribers-cache.ts'
import { policiesOfTopic } from '../../../../channels/user-topics/actions.ts'
import { policies } from '../../../../channels/user-topics/api.ts'
import { personal } from '../../../../people/user-settings/access.ts'
import type { Account } from '../../../../people/users/account.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import { oldestMessage } from '../../store/move.ts'
import { type Texts, textsIn } from '../../texts.ts'
import { isResolved } from '../../topics.ts'
import { sendAsBot } from '../notices.ts'
import { isSamePlace, type Move } from './plan.ts'

export interface Notices {
  readonly toOld: boolean
  readonly toNew: boolean
}

export async function postNotices(
  mutation: Mutation,
  move: Move,
  isWhole: boolean,
  count: number,
  asked: Notices,
): Promise<void> {
  const { from, to, topic, topicBefore } = move
  const texts = textsIn(mutation.org.language)
  const { fullName, id } = mutation.get(peopleCache).byId.get(mutation.viewer.id) as Account
  const moved = isWhole ? 'topic' : count
  const who = `@_**${fullName}|${id}**`
  const post = (channel: Channel, name: string, text: string) =>
    sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, name, text)
  if (move.isResolving) {
    const text = isResolved(topic) ? texts.resolved(who) : texts.unresolved(who)
    await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel: to }, topic, text, {
      unreadOnlyFor: await usersWhoFollow(mutation, to, topic),
    })
  } else if (!isSamePlace(move)) {
    // a notice under the old name would bring that name back
    if (asked.toNew) await post(to, topic, hereText(texts, moved, reference(mutation, to, from, topicBefore), who))
    if (asked.toOld) await post(from, topicBefore, awayText(texts, moved, reference(mutation, from, to, topic), who))
  }
}

/** `moved` is a number of messages, or the whole topic; `place` is empty where it can't be named. */
function hereText({ moved: { here } }: Texts, moved: number | 'topic', place: string, who: string): string {
  if (moved === 'topic') return place === '' ? here.topic(who) : here.topicFrom(place, who)
  return place === '' ? here.messages(moved, who) : here.messagesFrom(moved, place, who)
}

function awayText({ moved: { away } }: Texts, moved: number | 'topic', place: string, who: string): string {
  if (moved === 'topic') return place === '' ? away.topic(who) : away.topicTo(place, who)
  return place === '' ? away.messages(moved, who) : away.messagesTo(moved, place, who)
}

/** Subscribers who get notices of resolved topics as unread. */
async function usersWhoFollow(mutation: Mutation, channel: Channel, topic: string): Promise<Set<UserId>> {
  const thought = await policiesOfTopic(mutation.tx, channel.id, topic)
  const people = mutation.get(peopleCache).byId
  const wanting = new Set<UserId>()
  for (const id of mutation.get(subscribersCache).of(channel.id)) {
    const choice = personal(people.get(id) as Account, 'resolved_topic_notice_auto_read_policy')
    if (choice === 'never' || (choice === 'except_followed' && thought.get(id) === policies.followed)) wanting.add(id)
  }
  return wanting
}

/** A link to the other topic if everyone who reads the notice can see that channel, otherwise empty. */
function reference(mutation: Mutation, readIn: Channel, other: Channel, topic: string): string {
  return readIn === other || isKnownTo(mutation, readIn, other) ? `#**${other.name}>${topic}**` : ''
}

function isKnownTo(mutation: Mutation, readIn: Channel, other: Channel): boolean {
  if (!other.isPrivate && (other.isWebPublic || !readIn.isWebPublic)) return true
  if (!readIn.isPrivate) return false
  const subscribers = mutation.get(subscribersCache)
  return subscribers.list(readIn.id).every((user) => {
    const viewer = mutation.org.viewer(user)
    return !viewer || canSeeChannel(viewer, other, subscribers.of(other.id).has(user))
  })
}

export async function keepFirstMessages(mutation: Mutation, { from, to, ids }: Move): Promise<void> {
  if (from === to) return
  const first = ids[0] as MessageId
  const [before, there] = [firstMessageIn(mutation, from), firstMessageIn(mutation, to)]
  if (before !== null && ids.includes(before))
    await setFirstMessage(mutation, from.id, await oldestMessage(mutation.tx, from.conversationId))
  if (there === null || first < there) await setFirstMessage(mutation, to.id, first)
}
