import { isGuest } from '#contract'
import type { Act } from '#platform/organization'
import { type BotChannelQuestion, renameBotChannel } from '../../users/actions/index.ts'
import type { Channel } from '../channel.ts'
import { noSuchChannelName } from '../errors.ts'
import { channelsMirror } from '../mirror.ts'

/** Public channels only: all administrators of the bot see the channel's name, even after it changes. */
const mayBeDefault = ({ isPrivate, isArchived }: Channel) => !isPrivate && !isArchived

export async function nameBotChannel(act: Act, question: BotChannelQuestion): Promise<void> {
  const channel = act.get(channelsMirror).named(question.name)
  if (!channel || !mayBeDefault(channel) || isGuest(question.viewer)) throw noSuchChannelName({ stream: question.name })
  question.channel = { id: channel.id, name: channel.name }
}

export async function keepBotDefaults(act: Act, { before, after }: { before: Channel; after: Channel }): Promise<void> {
  if (before.name === after.name && mayBeDefault(before) === mayBeDefault(after)) return
  await renameBotChannel(act, after.id, mayBeDefault(after) ? after.name : null)
}
