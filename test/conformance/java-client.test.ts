import { createHash } from 'node:crypto'
import { botTypes, roles, z } from '#contract'
import { assert, test } from '#test'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'

/*
 * The requests of the public API's Java client, by its source, and the fields that it decodes from responses. It fails
 * on other flags, types of messages, and types of reactions than these.
 */

const Done = z.object({ result: z.literal('success'), msg: z.string() })
const Message = z.object({
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.string(),
  display_recipient: z.union([
    z.string(),
    z.array(z.object({ email: z.string(), full_name: z.string(), id: z.int(), is_mirror_dummy: z.boolean() })),
  ]),
  flags: z
    .array(
      z.enum([
        'collapsed',
        'has_alert_word',
        'historical',
        'mentioned',
        'read',
        'starred',
        'stream_wildcard_mentioned',
        'topic_wildcard_mentioned',
        'wildcard_mentioned',
      ]),
    )
    .optional(),
  id: z.int(),
  is_me_message: z.boolean(),
  reactions: z.array(
    z.object({
      emoji_code: z.string(),
      emoji_name: z.string(),
      reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']),
      user_id: z.int(),
    }),
  ),
  recipient_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_id: z.int(),
  sender_realm_str: z.string(),
  stream_id: z.int().optional(),
  subject: z.string(),
  timestamp: z.int(),
  topic_links: z.array(z.unknown()),
  type: z.enum(['direct', 'private', 'stream']),
})
const Sent = Done.extend({ id: z.int() })
const Edited = Done.extend({ detached_uploads: z.array(z.unknown()) })
const Found = Done.extend({ messages: z.array(Message.required({ flags: true })) })
const Registered = Done.extend({
  queue_id: z.string(),
  last_event_id: z.int(),
  // if it's there, the client waits for events this long
  event_queue_longpoll_timeout_seconds: z.int().min(1).optional(),
})
const Polled = Done.extend({
  events: z.array(z.object({ id: z.int(), type: z.string(), message: Message.optional() })),
})

test("the Java client's requests work, and responses have what it decodes", async ({ ada, society, server }) => {
  const bot = await society.join('Camel', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const lunch = await makeChannel(society.org, 'lunch', [ada, bot])
  const authorization = `Basic ${btoa(`${bot.email}:${bot.apiKey}`)}`
  const form = (params: Record<string, string>) => new URLSearchParams(params).toString()
  const ask = async (method: string, path: string, params: Record<string, string> = {}) => {
    const inQuery = method === 'GET' || method === 'DELETE'
    const query = inQuery && Object.keys(params).length > 0 ? `?${form(params)}` : ''
    return raw(server, society.org, `/api/v1/${path}${query}`, {
      method,
      headers: {
        authorization,
        'user-agent': 'Java-http-client/17.0.17',
        ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(inQuery ? {} : { body: Buffer.from(form(params)) }),
    })
  }
  const decoded = async <S extends z.ZodType>(schema: S, ...given: Parameters<typeof ask>): Promise<z.infer<S>> => {
    const reply = await ask(...given)
    assert.equal(reply.status, 200, reply.body.toString())
    return schema.parse(reply.json)
  }

  const queue = await decoded(Registered, 'POST', 'register', {
    event_types: '["message"]',
    narrow: '[["stream","lunch"]]',
  })
  const content = 'Soup = 100 % ☕'
  const named = { content, type: 'stream', to: 'lunch', topic: 'today & tomorrow' }
  const { id } = await decoded(Sent, 'POST', 'messages', named)
  const local = { local_id: '17.01', queue_id: queue.queue_id }
  await decoded(Sent, 'POST', 'messages', { ...named, to: String(lunch), ...local })
  await decoded(Sent, 'POST', 'messages', { content, type: 'direct', to: JSON.stringify([ada.email]) })
  await decoded(Sent, 'POST', 'messages', { content, type: 'direct', to: JSON.stringify([ada.id]) })

  const { events } = await decoded(Polled, 'GET', 'events', {
    queue_id: queue.queue_id,
    last_event_id: String(queue.last_event_id),
  })
  assert.deepEqual(
    events.map(({ type, message }) => [type, message?.content, message?.subject]),
    Array(2).fill(['message', content, named.topic]),
  )

  const emoji = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' }
  await decoded(Done, 'POST', `messages/${id}/reactions`, emoji)
  const narrow = JSON.stringify([{ operator: 'stream', operand: 'lunch', negated: false }])
  const around = { anchor: 'newest', num_before: '10', num_after: '0', narrow, gravatar: 'false' }
  const { messages } = await decoded(Found, 'GET', 'messages', { ...around, apply_markdown: 'false' })
  assert.equal(messages[0]?.content, content)
  assert.equal(messages[0]?.reactions[0]?.emoji_name, 'octopus')
  await decoded(Done, 'DELETE', `messages/${id}/reactions`, emoji)

  await decoded(Edited, 'PATCH', `messages/${id}`, {
    content: 'Leek',
    prev_content_sha256: createHash('sha256').update(content).digest('hex'),
    ...{ topic: 'tomorrow', propagate_mode: 'change_one' },
    ...{ send_notification_to_old_thread: 'false', send_notification_to_new_thread: 'false' },
  })
  const single = Done.extend({ message: Message })
  const { message } = await decoded(single, 'GET', `messages/${id}`, { apply_markdown: 'false' })
  assert.deepEqual([message.content, message.subject], ['Leek', 'tomorrow'])
  await decoded(Done, 'DELETE', 'events', { queue_id: queue.queue_id })

  // the client registers again after this code, and takes any status but 400 for a fault of the server
  const gone = await ask('GET', 'events', { queue_id: queue.queue_id, last_event_id: '-1' })
  assert.deepEqual([gone.status, gone.json.code], [400, 'BAD_EVENT_QUEUE_ID'])
})
