import { asUserId, botTypes, type UserId } from '#contract'
import { subscribeToChannels } from '../../../src/features/channels/subscriptions/api.ts'
import { createBot } from '../../../src/features/people/users/bot-api.ts'
import type { serviceInterfaces } from '../../../src/features/people/users/bot-wire.ts'
import { channel } from '../../store/channels.ts'
import { people } from '../../store/people.ts'
import { api } from '../../transport/api.ts'
import { showKey } from './shown-keys.ts'

interface Options {
  readonly bot_type: (typeof botTypes)['incomingWebhook' | 'outgoingWebhook']
  readonly payload_url?: string
  readonly interface_type?: (typeof serviceInterfaces)[keyof typeof serviceInterfaces]
}

export async function createWebhookBot(full_name: string, options: Options): Promise<UserId> {
  const { user_id, api_key } = await api.call(createBot, { full_name, short_name: shortNameOf(full_name), ...options })
  const id = asUserId(user_id)
  if (options.bot_type === botTypes.incomingWebhook) showKey(id, api_key)
  return id
}

/** A bot can read and post in a private channel only if it's subscribed. */
export async function admit(bot_id: UserId, channelId: number | null): Promise<void> {
  const one = channelId === null ? undefined : channel(channelId)
  if (!one?.invite_only) return
  await api.call(subscribeToChannels, {
    subscriptions: [{ name: one.name }],
    principals: [bot_id],
    send_new_subscription_messages: false,
  })
}

const isTaken = (name: string): boolean =>
  [...people.value.values()].some(({ full_name }) => full_name.toLowerCase() === name.toLowerCase())

export function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`
    if (!isTaken(tried)) return tried
  }
}

/** A username from the name; the end keeps it from being taken. */
function shortNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const end = [...crypto.getRandomValues(new Uint8Array(2))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${plain.slice(0, 40) || 'webhook'}-${end}`
}
