import type { ParamsInput } from '#contract'
import type { Person, TestOrganization, TestServer, Watch } from '#test'
import { Person as Caller } from '../../../../test/harness/person.ts'
import { post as postTo } from '../../integrations/incoming-webhooks/fixture.ts'
import type { Account } from '../../people/users/account.ts'
import { createBot } from '../../people/users/bot-api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import * as api from './api.ts'
import type { Automation } from './wire.ts'

type Params = ParamsInput<typeof api.createAutomation.params>

/** Runs due jobs, then returns the messages these automations sent. */
export async function sentByBots(server: TestServer, watch: Watch, bots: readonly { readonly bot_id: number }[]) {
  await server.runtime.timer.wake()
  const ids = bots.map(({ bot_id }) => bot_id)
  return (await watch.of('message'))
    .map(({ message }) => message as { id: number; content: string; subject: string; sender_id: number; type: string })
    .filter(({ sender_id }) => ids.includes(sender_id))
}

/** Creates a bot for the person. */
export async function botOf(person: Person, subdomain: string): Promise<Person> {
  const { user_id } = await person.call(createBot, { full_name: 'Weaver', short_name: 'weaver' })
  const account = person.org.get(peopleCache).byId.get(user_id) as Account
  return new Caller(person.server, person.org, subdomain, account)
}

/** Every day at 12:01 UTC, a minute after the start of the tests' clock. */
export const daily = { kind: 'schedule', repeat: 'daily', time: '12:01', timezone: 'UTC' } as const

export const post = (stream_id: number, more: { readonly topic?: string; readonly text?: string } = {}) => ({
  ...{ kind: 'post' as const, topic: 'soup', text: 'What’s for lunch?' },
  stream_id,
  ...more,
})

export const onMessage = (more: Partial<Extract<Params['trigger'], { kind: 'message' }>> = {}) => ({
  kind: 'message' as const,
  ...more,
})

export const onReaction = (emoji_name: string, stream_id: number | null = null) => ({
  ...{ kind: 'reaction' as const, emoji_name },
  stream_id,
})

export const onResolve = (stream_id: number | null = null) => ({ kind: 'topic_resolved' as const, stream_id })

export const onCommand = (command: string, hint = '') => ({ kind: 'manual' as const, command, hint })

export const onJoin = (stream_id: number | null = null) => ({ kind: 'joined_channel' as const, stream_id })

/** Sends a direct message to the person who triggered the run. */
export const toPerson = (text: string) => ({ kind: 'direct_message' as const, user_ids: null, text })

/** Posts in the topic of the message that triggered the run. */
export const reply = (text: string) => ({ kind: 'post' as const, stream_id: null, text })

export const automate = async (person: Person, params: Partial<Params> & Pick<Params, 'steps'>): Promise<Automation> =>
  (await person.call(api.createAutomation, { name: 'Lunch reminder', trigger: daily, ...params })).automation

export const automations = async (person: Person): Promise<Automation[]> =>
  (await person.call(api.getAutomations)).automations

export const runsOf = async (person: Person, { automation_id }: Automation) =>
  (await person.call(api.getAutomationRuns, { automation_id })).runs

export const reasonField = { name: 'reason', label: 'Why?', kind: 'text' as const, required: false }
export const detailsField = { name: 'details', label: 'Details', kind: 'multiline' as const, required: false }
export const sizeField = { name: 'size', label: 'Size', kind: 'menu' as const, options: ['Small', 'Large'] }

/** Asks the person who triggered the run. */
export const ask = <M extends object>(more?: M) => ({
  ...{ kind: 'ask' as const, to: 'person' as const, text: 'Please tell us', fields: [reasonField] },
  ...(more as M),
})

interface Shown {
  readonly id: number
  readonly content: string
  readonly sender_id: number
  readonly type: string
  readonly submessages: readonly { readonly content: string }[]
}

/** The bot's messages that the person can read, oldest first. */
export async function botMessages(server: TestServer, person: Person, { bot_id }: Automation): Promise<Shown[]> {
  await server.runtime.timer.wake()
  const params = { anchor: 'newest', num_before: 200, num_after: 0, apply_markdown: false }
  const { messages } = (await person.send('GET', '/messages', params)) as unknown as { messages: Shown[] }
  return messages.filter(({ sender_id }) => sender_id === bot_id)
}

export const answerForm = (message_id: number, values: Readonly<Record<string, string>>) => ({
  message_id,
  msg_type: 'widget' as const,
  content: JSON.stringify({ type: 'answer', values }),
})

/** The secret key in a webhook's address. */
export const keyIn = (url: string | null) => new URL(url ?? '').searchParams.get('api_key') ?? ''

/** Posts to a webhook, as another service. */
export const deliver = (
  society: TestOrganization,
  api_key: string,
  body: object | string,
  { headers, ...query }: { readonly headers?: Record<string, string>; readonly idempotency_key?: string } = {},
) => postTo(society, { name: 'automation', query: { api_key, ...query }, body, ...(headers ? { headers } : {}) })
