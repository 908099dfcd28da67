import fc from 'fast-check'
import type { ChannelId } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel, settle } from '../../../../test/harness/channel.ts'
import { getMessages } from './api/fetch.ts'
import { markTopicAsRead, updateMessageFlags } from './api/flags.ts'
import { sendMessage } from './api/send.ts'
import type { Unread } from './unread/wire.ts'

const who = fc.nat(2)
const some = fc.array(fc.nat(30), { minLength: 1, maxLength: 6 })
const topic = fc.constantFrom('soup', 'bread')
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('post' as const), who, topic, silent: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), who, to: who, silent: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), who, some }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('unread' as const), who, some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('readTopic' as const), who, topic }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('star' as const), who, some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Known {
  id: number
  /** Null in the channel. */
  people: number[] | null
  topic: string
}

class Model {
  readonly messages: Known[] = []
  readonly read = new Map<number, Set<number>>()
  readonly starred = new Map<number, Set<number>>()
  readonly since = new Map<number, number>()

  constructor(people: Person[]) {
    for (const { id } of people) {
      this.read.set(id, new Set())
      this.starred.set(id, new Set())
      this.since.set(id, 0)
    }
  }

  canRead = (user: number) => (message: Known) => message.people === null || message.people.includes(user)

  receives = (user: number) => (message: Known) => {
    if (message.people) return message.people.includes(user)
    const since = this.since.get(user)
    return since !== undefined && this.messages.indexOf(message) >= since
  }

  unread(user: number): number[] {
    const read = this.read.get(user) as Set<number>
    return this.messages.filter((one) => this.receives(user)(one) && !read.has(one.id)).map(({ id }) => id)
  }

  pick(user: number, some: number[]): Known[] {
    const readable = this.messages.filter(this.canRead(user))
    return [...new Set(some.flatMap((index) => readable[index % Math.max(readable.length, 1)] ?? []))]
  }
}

test(
  'after random actions, flags, counts, fetched messages, and a fresh register agree',
  async ({ ada, ben, cleo, society }) => {
    const people = [ada, ben, cleo]
    let runs = 0
    const run = async (steps: Step[]) => {
      const channel = await makeChannel(society.org, `channel ${++runs}`, people)
      await settle(...people)
      const model = new Model(people)
      const watches = await Promise.all(
        people.map((person) => person.register('message', 'update_message_flags', 'starred_messages')),
      )
      for (const one of steps) await perform(one, model, people, channel, society.org)
      for (const [index, watch] of watches.entries()) {
        const person = people[index] as Person
        await watch.agreesWithFreshRegister()
        await agrees(person, model, watch.reduced())
        await watch.close()
      }
      for (const person of people)
        if (model.since.get(person.id) !== undefined) await leaveChannel(society.org, channel, person)
    }
    await holds(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), { runs: 8 })
  },
  explorationPatience,
)

async function perform(
  step: Step,
  model: Model,
  people: Person[],
  channel: ChannelId,
  org: Person['org'],
): Promise<void> {
  const person = people[step.who] as Person
  const read = model.read.get(person.id) as Set<number>
  const update = (messages: Known[], op: 'add' | 'remove', flag: string) =>
    person.call(updateMessageFlags, { messages: messages.map(({ id }) => id), op, flag })
  switch (step.do) {
    case 'post':
    case 'write': {
      const to = step.do === 'post' ? channel : [(people[step.to] as Person).id]
      const topic = step.do === 'post' ? step.topic : ''
      const type = step.do === 'post' ? 'channel' : 'direct'
      const content = 'Hello'
      const { id } = await person.call(sendMessage, { type, to, topic, content, read_by_sender: step.silent })
      const peopleOf = step.do === 'post' ? null : [person.id, (people[step.to] as Person).id]
      model.messages.push({ id, people: peopleOf, topic })
      if (step.silent) read.add(id)
      return
    }
    case 'read': {
      const messages = model.pick(person.id, step.some)
      await update(messages, 'add', 'read')
      for (const message of messages) if (model.receives(person.id)(message)) read.add(message.id)
      return
    }
    case 'unread': {
      const messages = model.pick(person.id, step.some)
      await update(messages, 'remove', 'read')
      for (const message of messages) if (model.receives(person.id)(message)) read.delete(message.id)
      return
    }
    case 'star': {
      const messages = model.pick(person.id, step.some)
      await update(messages, 'add', 'starred')
      for (const { id } of messages) model.starred.get(person.id)?.add(id)
      return
    }
    case 'readTopic':
      await person.call(markTopicAsRead, { stream_id: channel, topic_name: step.topic })
      for (const message of model.messages)
        if (message.topic === step.topic && model.receives(person.id)(message)) read.add(message.id)
      return
    case 'join':
      if (model.since.has(person.id)) return
      await joinChannel(org, channel, person)
      model.since.set(person.id, model.messages.length)
      return
    case 'leave':
      if (!model.since.has(person.id)) return
      await leaveChannel(org, channel, person)
      model.since.delete(person.id)
  }
}

async function agrees(person: Person, model: Model, state: Record<string, unknown>): Promise<void> {
  const expected = model.unread(person.id)
  const { count, pms, streams, huddles } = state.unread_msgs as Unread
  const listed = [...pms, ...streams, ...huddles].flatMap((one) => one.unread_message_ids)
  assert.deepEqual(
    listed.sort((a, b) => a - b),
    expected,
  )
  assert.equal(count, expected.length)
  const own = new Set(model.messages.map(({ id }) => id))
  assert.deepEqual(
    (state.starred_messages as number[]).filter((id) => own.has(id)),
    [...(model.starred.get(person.id) as Set<number>)].sort((a, b) => a - b),
  )
  const around = { anchor: 'newest', num_before: 1000, num_after: 0 }
  const unread = await person.call(getMessages, { ...around, narrow: [{ operator: 'is', operand: 'unread' }] })
  assert.deepEqual(
    unread.messages.map(({ id }) => id),
    expected,
  )
  const readable = model.messages.filter(model.canRead(person.id)).map(({ id }) => id)
  const { messages } = await person.call(getMessages, { message_ids: readable })
  assert.deepEqual(
    messages.filter(({ flags }) => !flags?.includes('read')).map(({ id }) => id),
    expected,
  )
}
