import type { ChannelId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Account, BotChannel, BotSettings } from '../account.ts'
import { botUpdated } from '../bot-api.ts'
import { botObject } from '../bot-serialize.ts'
import { peopleCache } from '../cache.ts'
import { accountChanged } from '../states.ts'
import * as store from '../store.ts'
import { botAdministrators } from './bot-lists.ts'

/** Resolves a channel name for a bot: the channels area fills in `channel`, or throws. */
export interface BotChannelQuestion {
  readonly viewer: Viewer
  readonly name: string
  channel?: BotChannel
}
export const botChannelNamed = hook<[BotChannelQuestion]>()

export interface BotChannelNames {
  default_sending_stream?: string | undefined
  default_events_register_stream?: string | undefined
}

type Channels = Pick<BotSettings, 'sendingChannel' | 'eventsChannel'>

/** Resolves channel names; undefined keeps a channel, and an empty name removes it. */
export async function botChannels(mutation: Mutation, names: BotChannelNames): Promise<Channels> {
  const channels: { -readonly [K in keyof Channels]: Channels[K] } = {}
  if (names.default_sending_stream !== undefined)
    channels.sendingChannel = await channelNamed(mutation, names.default_sending_stream)
  if (names.default_events_register_stream !== undefined)
    channels.eventsChannel = await channelNamed(mutation, names.default_events_register_stream)
  return channels
}

async function channelNamed(mutation: Mutation, name: string): Promise<BotChannel | null> {
  if (name === '') return null
  const question: BotChannelQuestion = { viewer: mutation.viewer, name }
  await botChannelNamed(mutation, question)
  return question.channel ?? null
}

/** Updates bots after a channel is renamed, or, with null, can't be a default anymore. */
export async function renameBotChannel(mutation: Mutation, id: ChannelId, name: string | null): Promise<void> {
  const fresh = (channel: BotChannel | null | undefined) =>
    channel?.id === id ? (name === null ? null : { id, name }) : (channel ?? null)
  for (const bot of mutation.get(peopleCache).all()) {
    const { sendingChannel, eventsChannel } = bot.botSettings
    if (sendingChannel?.id !== id && eventsChannel?.id !== id) continue
    const channels = { sendingChannel: fresh(sendingChannel), eventsChannel: fresh(eventsChannel) }
    await storeBotSettings(mutation, bot, { ...bot.botSettings, ...channels })
  }
}

/** Stores a bot's settings, and emits visible changes to its administrators. */
export async function storeBotSettings(mutation: Mutation, bot: Account, settings: BotSettings): Promise<Account> {
  if (JSON.stringify(settings) === JSON.stringify(bot.botSettings)) return bot
  const shown = botObject({ ...bot, botSettings: settings })
  const after = await store.update(mutation.tx, bot.id, { bot_settings: settings })
  mutation.emit(botUpdated, { bot: shown }, { users: botAdministrators(mutation, bot.botOwnerId) })
  mutation.emit(accountChanged, { user_id: bot.id })
  return after
}
