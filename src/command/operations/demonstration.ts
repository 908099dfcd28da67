import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roles } from '#contract'
import { projectRoot } from '#platform/config'
import { createHttp } from '#platform/http'
import { Runtime } from '#platform/runtime'
import type { RoleName } from './index.ts'
import { createOrganization, type NewOrganization } from './organizations.ts'

interface Conversation {
  channels: { name: string; description: string }[]
  people: { name: string; role: RoleName }[]
  messages: { channel: string; topic: string; sender: string; minutes_ago: number; content: string }[]
}

interface Somebody {
  id: number
  email: string
  apiKey: string
}

/** How long before the oldest message the organization was founded, and before now its owner has read everything. */
const minutesBefore = 60
const readUntilMinutesAgo = 240

/** From the owner, to people by name. */
const directMessages = [
  { to: ['Priya Raman'], minutesAgo: 130, content: 'Could you look after the channel for new members this week?' },
  { to: ['Priya Raman', 'Jonas Lindqvist'], minutesAgo: 55, content: 'Shall we meet on Thursday? :calendar:' },
]
const reactions = ['thumbs_up', 'heart', 'tada', 'smile']

/**
 * A demonstration organization, made through the API by the people who are in it, on a server beside this one whose
 * clock shows what they did when: the database is the same, and this server meets the organization when it is done.
 */
export async function loadDemonstration(
  { config, db, areas, rootUrl, now }: Runtime,
  { subdomain, password }: { subdomain: string; password: string },
): Promise<NewOrganization & { people: string[] }> {
  const conversation: Conversation = JSON.parse(await readFile(join(projectRoot, 'demo/conversation.json'), 'utf8'))
  const end = now().getTime()
  let time = end - ((conversation.messages[0]?.minutes_ago ?? 0) + minutesBefore) * 60_000
  const quiet = { ...config, rateLimits: 'off', logLevel: 'silent' } as const
  const runtime = new Runtime({ config: quiet, db, areas, now: () => new Date(time) })
  runtime.rootUrl = rootUrl
  const http = await createHttp({ runtime })
  const [founder, ...others] = conversation.people as [Conversation['people'][0], ...Conversation['people']]
  const address = (name: string) => `${slug(name)}@demo.example`
  const made = await createOrganization(runtime, {
    name: 'Loquat Demonstration',
    subdomain,
    owner: { full_name: founder.name, email: address(founder.name), password },
  })
  const host = new URL(made.realm_url).host

  const call = async (
    who: Somebody,
    method: 'POST' | 'PATCH' | 'GET',
    path: string,
    params: Record<string, unknown>,
  ) => {
    const form = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ).toString()
    const reply = await http.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        host,
        authorization: `Basic ${Buffer.from(`${who.email}:${who.apiKey}`).toString('base64')}`,
        'user-agent': 'LoquatDemonstration',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: form,
    })
    const body = reply.json()
    if (body.result !== 'success') throw new Error(`${method} ${path}: ${body.msg}`)
    return body
  }

  const owner: Somebody = { id: made.owner.user_id, email: made.owner.email, apiKey: made.owner.api_key }
  const people = new Map([[founder.name, owner]])
  for (const { name, role } of others) {
    const email = address(name)
    const { user_id } = await call(owner, 'POST', '/users', { email, full_name: name, password })
    if (role !== 'member') await call(owner, 'PATCH', `/users/${user_id}`, { role: roles[role] })
    const { api_key } = await call(owner, 'POST', '/fetch_api_key', { username: email, password })
    people.set(name, { id: user_id, email, apiKey: api_key })
  }
  const principals = [...people.values()].map(({ id }) => id)
  await call(owner, 'POST', '/users/me/subscriptions', {
    subscriptions: conversation.channels,
    principals,
    send_new_subscription_messages: false,
  })

  const sent: { id: number; minutesAgo: number; topic: string }[] = []
  const say = async (from: string, params: Record<string, unknown>, minutesAgo: number, topic: string) => {
    time = end - minutesAgo * 60_000
    const { id } = await call(someone(people, from), 'POST', '/messages', { ...params, read_by_sender: true })
    sent.push({ id, minutesAgo, topic })
    return id as number
  }
  const writers = new Map<string, string[]>()
  let untold = [...directMessages]
  for (const [index, { channel, topic, sender, minutes_ago, content }] of conversation.messages.entries()) {
    const due = untold.filter(({ minutesAgo }) => minutesAgo >= minutes_ago)
    untold = untold.filter((one) => !due.includes(one))
    for (const { to, content, minutesAgo } of due)
      await say(
        founder.name,
        { type: 'direct', to: to.map((name) => someone(people, name).id), content },
        minutesAgo,
        '',
      )
    const id = await say(sender, { type: 'stream', to: channel, topic, content }, minutes_ago, topic)
    const before = (writers.get(topic) ?? []).filter((name) => name !== sender)
    writers.set(topic, [...new Set([...before, sender])])
    const emoji_name = reactions[index % 17] ?? (index % 17 === 8 ? 'thumbs_up' : undefined)
    const reader = before.at(-1)
    if (emoji_name && reader) await call(someone(people, reader), 'POST', `/messages/${id}/reactions`, { emoji_name })
  }
  time = end
  for (const [name, person] of people) {
    const until = name === founder.name ? readUntilMinutesAgo : 0
    const readable = name === founder.name ? sent : sent.filter(({ topic }) => topic)
    const messages = readable.filter(({ minutesAgo }) => minutesAgo >= until).map(({ id }) => id)
    await call(person, 'POST', '/messages/flags', { messages, op: 'add', flag: 'read' })
  }
  const starred = sent.filter((_, index) => index % 70 === 35).map(({ id }) => id)
  await call(owner, 'POST', '/messages/flags', { messages: starred, op: 'add', flag: 'starred' })
  await http.close()
  await runtime.stop()
  return { ...made, people: [...people.values()].map(({ email }) => email) }
}

const slug = (name: string) =>
  (name.split(' ')[0] as string)
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

function someone(people: ReadonlyMap<string, Somebody>, name: string): Somebody {
  const found = people.get(name)
  if (!found) throw new Error(`The demonstration has no ${name}`)
  return found
}
