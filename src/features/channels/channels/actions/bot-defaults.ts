import { isGuest } from '#contract'
import type { Mutation } from '#platform/organization'
import { type BotChannelQuestion, renameBotChannel } from '../../../people/users/actions/index.ts'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { noSuchChannelName } from '../errors.ts'

/** Public channels only: all administrators of the bot see the channel's name, even after it changes. */
const canBeDefault = ({ isPrivate, isArchived }: Channel) => !isPrivate && !isArchived

export async function nameBotChannel(mutation: Mutation, question: BotChannelQuestion): Promise<void> {
  const channel = mutation.get(channelsCache).named(question.name)
  if (!channel || !canBeDefault(channel) || isGuest(question.viewer)) throw noSuchChannelName({ stream: question.name })
  question.channel = { id: channel.id, name: channel.name }
}

export async function keepBotDefaults(
  mutation: Mutation,
  { before, after }: { before: Channel; after: Channel },
): Promise<void> {
  if (before.name === after.name && canBeDefault(before) === canBeDefault(after)) return
  await renameBotChannel(mutation, after.id, canBeDefault(after) ? after.name : null)
}
