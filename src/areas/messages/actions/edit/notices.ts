import type { MessageId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { canSeeChannel } from '../../../channels/access.ts'
import { setFirstMessage } from '../../../channels/actions/activity.ts'
import type { Channel } from '../../../channels/channel.ts'
import { subscribersMirror } from '../../../channels/subscribers-mirror.ts'
import { personal } from '../../../user-settings/user-setting.ts'
import { policiesOfTopic } from '../../../user-topics/actions.ts'
import { policies } from '../../../user-topics/api.ts'
import type { Account } from '../../../users/account.ts'
import { peopleMirror } from '../../../users/mirror.ts'
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
  act: Act,
  move: Move,
  isWhole: boolean,
  count: number,
  asked: Notices,
): Promise<void> {
  const { from, to, topic, topicBefore } = move
  const texts = textsIn(act.org.language)
  const { fullName, id } = act.get(peopleMirror).byId.get(act.viewer.id) as Account
  const moved = isWhole ? 'topic' : count
  const who = `@_**${fullName}|${id}**`
  const post = (channel: Channel, name: string, text: string) =>
    sendAsBot(act, 'notification-bot', { kind: 'channel', channel }, name, text)
  if (move.isResolving) {
    const text = isResolved(topic) ? texts.resolved(who) : texts.unresolved(who)
    await sendAsBot(act, 'notification-bot', { kind: 'channel', channel: to }, topic, text, {
      unreadOnlyFor: await whoWantsToRead(act, to, topic),
    })
  } else if (!isSamePlace(move)) {
    // a notice under the old name would bring that name back
    if (asked.toNew) await post(to, topic, hereText(texts, moved, reference(act, to, from, topicBefore), who))
    if (asked.toOld) await post(from, topicBefore, awayText(texts, moved, reference(act, from, to, topic), who))
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
async function whoWantsToRead(act: Act, channel: Channel, topic: string): Promise<Set<UserId>> {
  const thought = await policiesOfTopic(act.tx, channel.id, topic)
  const people = act.get(peopleMirror).byId
  const wanting = new Set<UserId>()
  for (const id of act.get(subscribersMirror).of(channel.id)) {
    const choice = personal(people.get(id) as Account, 'resolved_topic_notice_auto_read_policy')
    if (choice === 'never' || (choice === 'except_followed' && thought.get(id) === policies.followed)) wanting.add(id)
  }
  return wanting
}

/** A link to the other topic if everyone who reads the notice can see that channel, otherwise empty. */
function reference(act: Act, readIn: Channel, other: Channel, topic: string): string {
  return readIn === other || isKnownTo(act, readIn, other) ? `#**${other.name}>${topic}**` : ''
}

function isKnownTo(act: Act, readIn: Channel, other: Channel): boolean {
  if (!other.isPrivate && (other.isWebPublic || !readIn.isWebPublic)) return true
  if (!readIn.isPrivate) return false
  const subscribers = act.get(subscribersMirror)
  return subscribers.list(readIn.id).every((user) => {
    const viewer = act.org.viewer(user)
    return !viewer || canSeeChannel(viewer, other, subscribers.of(other.id).has(user))
  })
}

export async function keepFirstMessages(act: Act, { from, to, ids }: Move): Promise<void> {
  if (from === to) return
  const first = ids[0] as MessageId
  const isFirst = from.firstMessageId !== null && ids.includes(from.firstMessageId)
  if (isFirst) await setFirstMessage(act, from.id, await oldestMessage(act.tx, from.conversationId))
  if (to.firstMessageId === null || first < to.firstMessageId) await setFirstMessage(act, to.id, first)
}
