import { compiled } from '#platform/db'
import type { Act } from '#platform/organization'
import { type Channel, channelsMirror } from '../../channels/mirror.ts'
import { personal } from '../../user-settings/personal.ts'
import { setTopicPolicy } from '../../user-topics/actions.ts'
import { policies } from '../../user-topics/api.ts'
import { type Account, peopleMirror } from '../../users/mirror.ts'
import type { Sent } from './send.ts'

/** Values of the two settings that say in which topics something happens by itself. */
const occasions = { participating: 1, sending: 2, starting: 3 } as const
type Occasion = keyof typeof occasions

const includes = (setting: number, occasion: Occasion): boolean => setting <= occasions[occasion]

const mayWant = (account: Account): boolean =>
  account.botType === null &&
  (includes(personal(account, 'automatically_follow_topics_policy'), 'starting') ||
    includes(personal(account, 'automatically_unmute_topics_in_muted_streams_policy'), 'starting'))

/** Follows or unmutes the topic for the sender, and for those who are mentioned, as each has chosen. */
export async function policiesAfterSending(act: Act, sent: Sent): Promise<void> {
  const { recipient, sender, topic } = sent.outgoing
  if (recipient.kind === 'direct') return
  const { channel } = recipient
  if (mayWant(sender)) {
    const now = await standing(act, sender, channel, topic, sent.id)
    const policy = wanted(sender, now, now.isOld ? 'sending' : 'starting')
    if (policy !== undefined) {
      await setTopicPolicy(act, [sender.id], channel.id, topic, policy)
      sent.automaticPolicy = policy
    }
  }
  const people = act.get(peopleMirror).byId
  const called = sent.flags.flatMap((row) => {
    const account = row.mentioned || row.group_mentioned ? people.get(row.user_id) : undefined
    const follows = account?.botType === null && personal(account, 'automatically_follow_topics_where_mentioned')
    return follows ? [row.user_id] : []
  })
  if (called.length > 0)
    await setTopicPolicy(act, called, channel.id, topic, policies.followed, { butNot: policies.muted })
}

/** The same for whoever does something to a message there: reacts, votes. */
export async function participate(
  act: Act,
  userId: number,
  message: { id: number; conversation_id: number; topic: string },
): Promise<void> {
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  const account = act.get(peopleMirror).byId.get(userId)
  if (!channel || !account || !mayWant(account)) return
  const now = await standing(act, account, channel, message.topic, message.id)
  const policy = wanted(account, now, 'participating')
  if (policy !== undefined) await setTopicPolicy(act, [userId], channel.id, message.topic, policy)
}

interface Standing {
  /** The topic has another message. */
  isOld: boolean
  channelMuted: boolean
  policy: number
}

async function standing(
  { tx }: Act,
  { id }: Account,
  channel: Channel,
  topic: string,
  messageId: number,
): Promise<Standing> {
  const [row] = await compiled<{ is_old: boolean; channel_muted: boolean | null; policy: number | null }>(
    tx,
    // subscription, user_topic: tables of those areas
    `select
       exists (select 1 from message where conversation_id = $1 and lower(topic) = lower($2) and id <> $3) as is_old,
       (select is_muted from subscription where user_id = $4 and channel_id = $5) as channel_muted,
       (select policy from user_topic where user_id = $4 and channel_id = $5 and lower(topic) = lower($2)) as policy`,
    [channel.conversationId, topic, messageId, id, channel.id],
  )
  return {
    isOld: row?.is_old ?? false,
    channelMuted: row?.channel_muted ?? false,
    policy: row?.policy ?? policies.none,
  }
}

/** The policy that the topic gets now; undefined where it stays: what somebody has muted stays so. */
function wanted(account: Account, { channelMuted, policy }: Standing, occasion: Occasion) {
  if (policy === policies.muted || policy === policies.followed) return undefined
  if (includes(personal(account, 'automatically_follow_topics_policy'), occasion)) return policies.followed
  if (!channelMuted || policy === policies.unmuted) return undefined
  const unmutes = includes(personal(account, 'automatically_unmute_topics_in_muted_streams_policy'), occasion)
  return unmutes ? policies.unmuted : undefined
}
