import fc from 'fast-check'
import { assert, explorationPatience, holds, type Person, type TestOrganization, test, type Watch } from '#test'
import { makeChannel, settle } from '../../../../test/harness/channel.ts'
import { deleteMessage } from './api/delete.ts'
import { updateMessage } from './api/edit.ts'
import { invalidMessages, updateMessageFlags } from './api/flags.ts'
import { sendMessage } from './api/send.ts'

/** Not in events: the newest remaining message that a user received. */
const except = ['max_message_id', 'recent_private_conversations']

interface Remembered {
  id: number
  sender: number
  channel: number
  topic: string
  content: string
  edits: number
  unread: Set<number>
  starred: Set<number>
}

class Model {
  messages: Remembered[] = []
  firstId = Number.POSITIVE_INFINITY
  readonly subscribers: readonly (readonly number[])[]
  readonly isPrivate: readonly boolean[]

  constructor(subscribers: readonly (readonly number[])[], isPrivate: readonly boolean[]) {
    this.subscribers = subscribers
    this.isPrivate = isPrivate
  }

  canRead(person: number, channel: number): boolean {
    return !this.isPrivate[channel] || (this.subscribers[channel] as number[]).includes(person)
  }

  topicOf({ channel, topic }: Remembered): Remembered[] {
    return this.messages.filter((one) => one.channel === channel && one.topic.toLowerCase() === topic.toLowerCase())
  }

  moveTo(message: Remembered, channel: number, topic: string): void {
    for (const person of message.unread)
      if (!(this.subscribers[channel] as number[]).includes(person)) message.unread.delete(person)
    for (const person of message.starred) if (!this.canRead(person, channel)) message.starred.delete(person)
    Object.assign(message, { channel, topic, edits: message.edits + 1 })
  }
}

type Step =
  | { kind: 'send'; who: number; channel: number; topic: number }
  | { kind: 'read' | 'unread' | 'star'; who: number; message: number }
  | { kind: 'edit'; message: number; text: number }
  | { kind: 'move'; message: number; channel: number | null; topic: number | null; mode: number }
  | { kind: 'delete'; message: number }

const person = fc.nat(3)
const some = fc.nat(30)
const topic = fc.nat(3)
const channel = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), who: person, channel, topic }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('read', 'unread', 'star'), who: person, message: some }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), message: some, text: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      message: some,
      channel: fc.option(channel),
      topic: fc.option(topic),
      mode: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), message: some }) },
)
// topics are case-insensitive, and events don't define which case a client shows
const topics = ['soup', 'stew', 'bread', '']
const modes = ['change_one', 'change_later', 'change_all'] as const

async function world({ org }: TestOrganization, everyone: Person[], run: number) {
  const [ada, ben, cleo, dora] = everyone as [Person, Person, Person, Person]
  const groups: Person[][] = [
    [ada, ben, cleo, dora],
    [ada, ben],
    [ada, cleo],
  ]
  const channels: number[] = []
  for (const [index, people] of groups.entries()) {
    const fields = index === 2 ? { invite_only: true, history_public_to_subscribers: true } : {}
    channels.push(await makeChannel(org, `channel ${run} ${index}`, people, fields))
  }
  await settle(...everyone)
  const watches: Watch[] = []
  for (const one of everyone) watches.push(await one.register())
  const model = new Model(
    groups.map((people) => people.map((one) => everyone.indexOf(one))),
    [false, false, true],
  )
  return { ada, everyone, channels, watches, model }
}

type World = Awaited<ReturnType<typeof world>>

async function take({ ada, everyone, channels, model }: World, next: Step): Promise<void> {
  const { messages, subscribers } = model
  if (next.kind === 'send') {
    const name = topics[next.topic] as string
    const readers = subscribers[next.channel] as number[]
    const sender = readers[next.who % readers.length] as number
    const content = `message ${messages.length}`
    const to = channels[next.channel] as number
    const { id } = await (everyone[sender] as Person).call(sendMessage, {
      type: 'channel',
      to,
      topic: name,
      content,
      read_by_sender: true,
    })
    model.firstId = Math.min(model.firstId, id)
    const unread = new Set(readers.filter((one) => one !== sender))
    messages.push({ id, sender, channel: next.channel, topic: name, content, edits: 0, unread, starred: new Set() })
    return
  }
  const message = messages[next.message % Math.max(1, messages.length)]
  if (!message) return
  if (next.kind === 'edit') {
    const content = `text ${next.text}`
    if (content === message.content) return
    const sender = everyone[message.sender] as Person
    if (!model.canRead(message.sender, message.channel)) {
      await sender.refused(updateMessage, { message_id: message.id, content }, invalidMessages)
      return
    }
    await sender.call(updateMessage, { message_id: message.id, content })
    Object.assign(message, { content, edits: message.edits + 1 })
  } else if (next.kind === 'move') {
    const place = next.channel ?? message.channel
    const name = next.topic === null ? message.topic : (topics[next.topic] as string)
    if (place === message.channel && name === message.topic) return
    const mode = modes[next.mode] as (typeof modes)[number]
    const together = model.topicOf(message).filter((one) => mode === 'change_all' || one.id >= message.id)
    await ada.call(updateMessage, {
      message_id: message.id,
      propagate_mode: mode,
      send_notification_to_new_thread: false,
      ...(place === message.channel ? {} : { stream_id: channels[place] as number }),
      ...(name === message.topic ? {} : { topic: name }),
    })
    const keepsTopic = name === message.topic
    for (const one of mode === 'change_one' ? [message] : together)
      model.moveTo(one, place, keepsTopic ? one.topic : name)
  } else if (next.kind === 'delete') {
    await ada.call(deleteMessage, { message_id: message.id })
    model.messages = messages.filter((one) => one !== message)
  } else {
    const reader = everyone[next.who] as Person
    if (!model.canRead(next.who, message.channel)) {
      await reader.refused(updateMessageFlags, { messages: [message.id], op: 'add', flag: 'starred' })
      return
    }
    const isSubscribed = (subscribers[message.channel] as number[]).includes(next.who)
    const flag = next.kind === 'star' ? 'starred' : 'read'
    await reader.call(updateMessageFlags, {
      messages: [message.id],
      op: next.kind === 'unread' ? 'remove' : 'add',
      flag,
    })
    if (next.kind === 'star') message.starred.add(next.who)
    else if (next.kind === 'read') message.unread.delete(next.who)
    else if (isSubscribed) message.unread.add(next.who)
  }
}

interface Shown {
  id: number
  stream_id: number
  subject: string
  content: string
  flags: string[]
  edit_history?: unknown[]
}

async function agrees({ everyone, channels, watches, model }: World): Promise<void> {
  const byId = [...model.messages].sort((a, b) => a.id - b.id)
  for (const [index, person] of everyone.entries()) {
    const watch = watches[index] as Watch
    await watch.agreesWithFreshRegister({ except })
    const state = watch.reduced() as {
      unread_msgs: { count: number; streams: { stream_id: number; unread_message_ids: number[] }[] }
      starred_messages: number[]
    }
    const unread = byId.filter((one) => one.unread.has(index))
    assert.deepEqual(
      state.unread_msgs.streams.flatMap((one) => one.unread_message_ids).sort((a, b) => a - b),
      unread.map(({ id }) => id),
      `unread of ${person.name}`,
    )
    const starred = byId.filter((one) => one.starred.has(index)).map(({ id }) => id)
    const ours = state.starred_messages.filter((id) => id >= model.firstId)
    assert.deepEqual(ours, starred, `stars of ${person.name}`)
    const readable = byId.filter((one) => model.canRead(index, one.channel))
    const { messages } = (await person.send('GET', '/messages', {
      message_ids: byId.map(({ id }) => id),
      apply_markdown: false,
      allow_empty_topic_name: true,
    })) as { messages: Shown[] }
    assert.deepEqual(
      messages.map((one) => [
        one.id,
        one.stream_id,
        one.subject,
        one.content,
        one.edit_history?.length ?? 0,
        one.flags.includes('read'),
        one.flags.includes('starred'),
      ]),
      readable.map((one) => [
        one.id,
        channels[one.channel],
        one.topic,
        one.content,
        one.edits,
        !one.unread.has(index),
        one.starred.has(index),
      ]),
      `messages of ${person.name}`,
    )
    assert.deepEqual(
      messages.map(({ id }) => id),
      readable.map(({ id }) => id),
    )
  }
}

test(
  "all users see the model's state after random sends, edits, moves, deletions, and flags",
  async ({ ada, ben, momo, cleo, society }) => {
    let runs = 0
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const place = await world(society, [ada, ben, momo, cleo], ++runs)
        for (const next of steps) await take(place, next)
        await agrees(place)
        for (const watch of place.watches) await watch.close()
      }),
      { runs: 12 },
    )
  },
  explorationPatience,
)
