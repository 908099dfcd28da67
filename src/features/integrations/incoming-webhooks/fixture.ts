import { botTypes } from '#contract'
import type { Person, TestOrganization } from '#test'
import { raw } from '../../../../test/harness/files.ts'
import { createBot } from '../../people/users/bot-api.ts'
import { catalogue } from './tools/catalogue.ts'
import { type Message, messageOf } from './tools/message.ts'
import type { Tool } from './tools/tool.ts'

export async function makeHook(owner: Person) {
  const made = await owner.call(createBot, {
    full_name: 'Tools',
    short_name: 'tools',
    bot_type: botTypes.incomingWebhook,
  })
  return { id: made.user_id as never, key: made.api_key }
}

interface Posted {
  readonly name: string
  readonly query: Record<string, string>
  readonly body: string | object
  readonly headers?: Record<string, string>
  readonly type?: string
  readonly method?: string
}

export async function post(
  { server, org }: Pick<TestOrganization, 'server' | 'org'>,
  { name, query, body, headers = {}, type = 'application/json', method = 'POST' }: Posted,
) {
  const reply = await raw(server, org, `/api/v1/external/${name}?${new URLSearchParams(query)}`, {
    method,
    headers: { 'content-type': type, ...headers },
    ...(method === 'POST' ? { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) } : {}),
  })
  return Object.assign(reply, { text: reply.body.toString('utf8') })
}

export async function last(person: Person) {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return (messages as { id: number; content: string; subject: string; type: string; client: string }[]).at(-1)
}
export const firstOf = async (name: string) => Object.values((await catalogue.get(name)?.samples())?.default ?? {})[0]

/** The message that a tool's post becomes, without a server. */
export const messageFrom = (
  tool: string,
  payload: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Message> =>
  messageOf(catalogue.get(tool) as Tool, { payload, header: (name) => headers[name] ?? '', queueKey: 'test' })
