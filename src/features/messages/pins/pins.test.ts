import { assert, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { fewestStatements } from '../../../../test/harness/fewest-statements.ts'
import { updateChannel } from '../../channels/channels/api.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { maxPerChannel, maxPerUser, tooManyKept } from '../../people/organization/totals.ts'
import { deleteMessage } from '../messages/api/delete.ts'
import { updateMessage } from '../messages/api/edit.ts'
import { invalidMessages } from '../messages/api/flags.ts'
import * as api from './api.ts'

const types = ['pinned_topics', 'pinned_messages']
const names = ({ pinned_topics }: { pinned_topics?: api.PinnedTopic[] }) =>
  pinned_topics?.map(({ topic_name, for_everyone }) => `${topic_name}${for_everyone ? '!' : ''}`)
const ids = ({ pinned_messages }: { pinned_messages?: api.PinnedMessage[] }) =>
  pinned_messages?.map(({ message_id, stream_id }) => [message_id, stream_id])
type PinsState = { pinned_topics?: api.PinnedTopic[]; pinned_messages?: api.PinnedMessage[] }

test('topics and messages can be pinned privately or for everyone in a channel', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada, ben])
  const id = await ada.sends('Something', { channel: stream_id, topic: 'soup' })
  const [own, other, outside] = [
    await ada.register(...types),
    await ben.register(...types),
    await cleo.register(...types),
  ]
  await ada.call(api.pinTopic, { stream_id, topic: 'Soup' })
  await ada.call(api.pinTopic, { stream_id, topic: 'soup' })
  await ada.call(api.pinTopic, { stream_id, topic: 'soup', for_everyone: true })
  await ada.call(api.pinMessage, { message_id: id })
  await ada.call(api.pinMessage, { message_id: id, for_everyone: true })
  for (const watch of [own, other, outside]) await watch.agreesWithFreshRegister()
  assert.deepEqual(names(own.reduced() as PinsState), ['Soup', 'soup!'])
  assert.deepEqual(names(other.reduced() as PinsState), ['soup!'])
  assert.deepEqual(ids(other.reduced() as PinsState), [[id, stream_id]])
  assert.deepEqual(await outside.ops(), [])
  assert.deepEqual(names(await cleo.call(api.getPins, { stream_id })), ['soup!'])
  await ben.call(api.unpinTopic, { stream_id, topic: 'SOUP', for_everyone: true })
  await ben.call(api.unpinTopic, { stream_id, topic: 'SOUP', for_everyone: true })
  await ada.call(api.unpinMessage, { message_id: id })
  for (const watch of [own, other]) await watch.agreesWithFreshRegister()
  assert.deepEqual(names(own.reduced() as PinsState), ['Soup'])
  assert.deepEqual(ids(own.reduced() as PinsState), [[id, stream_id]])
  assert.equal((await other.ops()).length, 3)
})

test('clients without the pins capability get nothing about pins', async ({ ada, society }) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada])
  const older = await ada.registerWith({ event_types: types, client_capabilities: {} })
  await ada.call(api.pinTopic, { stream_id, topic: 'soup' })
  assert.deepEqual([await older.ops(), 'pinned_topics' in older.initial], [[], false])
})

test('pins follow renamed, resolved, moved, and joined topics, and end with deleted messages', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada, ben])
  const cellar = await makeChannel(society.org, 'cellar', [ada, cleo])
  const id = await ada.sends('Something', { channel: stream_id, topic: 'soup' })
  await ada.sends('Something', { channel: stream_id, topic: 'bread' })
  const watches = [await ada.register(...types), await ben.register(...types), await cleo.register(...types)]
  const agree = async () => {
    for (const watch of watches) await watch.agreesWithFreshRegister()
  }
  for (const for_everyone of [true, false]) {
    await ada.call(api.pinTopic, { stream_id, topic: 'soup', for_everyone })
    await ben.call(api.pinMessage, { message_id: id, for_everyone })
  }
  await ben.call(api.pinTopic, { stream_id, topic: 'bread' })
  const move = (topic: string, more: Record<string, unknown> = {}) =>
    ada.call(updateMessage, { message_id: id, topic, propagate_mode: 'change_all', ...more })
  await move('Soup')
  await agree()
  await move('✔ Soup')
  await agree()
  assert.deepEqual(names(watches[0]?.reduced() as PinsState), ['✔ Soup', '✔ Soup!'])
  await move('bread')
  await agree()
  assert.deepEqual(names(watches[1]?.reduced() as PinsState), ['bread', 'bread!'])
  await move('wine', { stream_id: cellar })
  await agree()
  assert.deepEqual(names(watches[2]?.reduced() as PinsState), ['wine!'])
  assert.deepEqual(ids(watches[2]?.reduced() as PinsState), [[id, cellar]])
  assert.deepEqual(ids(watches[1]?.reduced() as PinsState), [[id, null]])
  await ada.call(deleteMessage, { message_id: id })
  await agree()
  assert.deepEqual(
    watches.map((watch) => ids(watch.reduced() as PinsState)),
    [[], [], []],
  )
})

test('a topic that joins a pinned one leaves that pin unchanged', async ({ ada, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada, ben])
  const id = await ada.sends('Something', { channel: stream_id, topic: 'soup' })
  await ada.sends('Something', { channel: stream_id, topic: 'bread' })
  const watches = [await ada.register(...types), await ben.register(...types)]
  for (const [person, for_everyone] of [
    [ada, true],
    [ben, false],
  ] as const)
    for (const topic of ['BREAD', 'soup']) await person.call(api.pinTopic, { stream_id, topic, for_everyone })
  await ada.call(updateMessage, { message_id: id, topic: 'bread', propagate_mode: 'change_all' })
  for (const watch of watches) await watch.agreesWithFreshRegister()
  assert.deepEqual(names(watches[1]?.reduced() as PinsState), ['BREAD', 'BREAD!'])
})

test("a personal pin reveals no topic its owner can't read", async ({ ada, ines, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada, ines, ben])
  const secret = { invite_only: true, history_public_to_subscribers: false }
  // an administrator can see the channel, and Ben subscribed late
  const [vault, cellar] = [
    await makeChannel(society.org, 'vault', [ada], secret),
    await makeChannel(society.org, 'cellar', [ada], secret),
  ]
  const [first, second] = [
    await ada.sends('Something', { channel: stream_id, topic: 'soup' }),
    await ada.sends('Something', { channel: stream_id, topic: 'bread' }),
  ]
  await joinChannel(society.org, cellar, ben, ada)
  for (const topic of ['soup', 'bread'])
    for (const person of [ada, ines, ben]) await person.call(api.pinTopic, { stream_id, topic })
  const [own, administrator, late] = [
    await ada.register(...types),
    await ines.register(...types),
    await ben.register(...types),
  ]
  const move = (message_id: number, to: number, topic: string) =>
    ada.call(updateMessage, { message_id, stream_id: to, topic, propagate_mode: 'change_all' })
  await move(first, vault, 'gold')
  await move(second, cellar, 'silver')
  for (const watch of [own, administrator, late]) {
    await watch.agreesWithFreshRegister()
    assert.ok(watch === own || !/gold|silver/.test(JSON.stringify(await watch.ops())))
  }
  assert.deepEqual([names(administrator.reduced() as PinsState), names(late.reduced() as PinsState)], [[], []])
})

test('channel pins are sent to new subscribers and removed for those who leave', async ({ ada, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada])
  const id = await ada.sends('Something', { channel: stream_id, topic: 'soup' })
  await ada.call(api.pinTopic, { stream_id, topic: 'soup', for_everyone: true })
  await ada.call(api.pinMessage, { message_id: id, for_everyone: true })
  const watch = await ben.register(...types)
  await joinChannel(society.org, stream_id, ben)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(names(watch.reduced() as PinsState), ['soup!'])
  await leaveChannel(society.org, stream_id, ben)
  await watch.agreesWithFreshRegister()
  assert.deepEqual([names(watch.reduced() as PinsState), ids(watch.reduced() as PinsState)], [[], []])
})

test('pinning for everyone requires permission to resolve topics and open history', async ({
  ada,
  ben,
  cleo,
  society,
}) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada, ben], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const shown = await makeChannel(society.org, 'open', [ada, ben])
  const id = await ada.sends('Something', { channel: stream_id, topic: 'soup' })
  await cleo.refused(api.pinTopic, { stream_id, topic: 'soup' }, invalidChannelId)
  await cleo.refused(api.pinMessage, { message_id: id }, invalidMessages)
  await cleo.refused(api.getPins, { stream_id }, invalidChannelId)
  await ada.refused(api.pinTopic, { stream_id, topic: 'soup', for_everyone: true }, api.historyIsProtected)
  await ada.refused(api.pinMessage, { message_id: id, for_everyone: true }, api.historyIsProtected)
  await ada.call(api.pinTopic, { stream_id: shown, topic: 'soup', for_everyone: true })
  await ada.send('PATCH', '/realm', { can_resolve_topics_group: { new: { direct_members: [], direct_subgroups: [] } } })
  await ben.refused(api.pinTopic, { stream_id: shown, topic: 'bread', for_everyone: true }, api.cannotPin)
  await ben.refused(api.unpinTopic, { stream_id: shown, topic: 'soup', for_everyone: true }, api.cannotPin)
  await ben.call(api.pinTopic, { stream_id: shown, topic: 'bread' })
  const direct = await ada.sends('Hello', ben)
  await ben.call(api.pinMessage, { message_id: direct })
  await ben.refused(api.pinMessage, { message_id: direct, for_everyone: true }, api.cannotPin)
})

test('closing the history to new subscribers removes channel pins', async ({ ada, ben, society }) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada, ben])
  const id = await ada.sends('Something', { channel: stream_id, topic: 'soup' })
  await ada.call(api.pinTopic, { stream_id, topic: 'soup', for_everyone: true })
  await ada.call(api.pinMessage, { message_id: id, for_everyone: true })
  await ben.call(api.pinTopic, { stream_id, topic: 'soup' })
  const watch = await ben.register(...types)
  await ada.call(updateChannel, { stream_id, is_private: true, history_public_to_subscribers: false })
  await watch.agreesWithFreshRegister()
  assert.deepEqual([names(watch.reduced() as PinsState), ids(watch.reduced() as PinsState)], [['soup'], []])
})

test('the number of pins is limited', async ({ ada, society }) => {
  const stream_id = await makeChannel(society.org, 'kitchen', [ada])
  const [first, second] = [
    await ada.sends('Something', { channel: stream_id, topic: 'soup' }),
    await ada.sends('Something', { channel: stream_id, topic: 'soup' }),
  ]
  const totals: Record<string, number>[] = [maxPerChannel, maxPerUser]
  const before = totals.map((one) => ({ ...one }))
  try {
    for (const one of totals) Object.assign(one, { 'pinned topics': 1, 'pinned messages': 1 })
    await ada.call(api.pinTopic, { stream_id, topic: 'soup', for_everyone: true })
    await ada.refused(api.pinTopic, { stream_id, topic: 'bread', for_everyone: true }, tooManyKept)
    for (const for_everyone of [true, false]) {
      await ada.call(api.pinMessage, { message_id: first, for_everyone })
      await ada.refused(api.pinMessage, { message_id: second, for_everyone }, tooManyKept)
    }
  } finally {
    for (const [index, one] of totals.entries()) Object.assign(one, before[index])
  }
})

test('if a move exceeds the limit, the newest pins stay', async ({ ada, society }) => {
  const [stream_id, cellar] = [
    await makeChannel(society.org, 'kitchen', [ada]),
    await makeChannel(society.org, 'cellar', [ada]),
  ]
  const [first, second] = [
    await ada.sends('Something', { channel: stream_id, topic: 'soup' }),
    await ada.sends('Something', { channel: stream_id, topic: 'soup' }),
  ]
  await ada.call(api.pinTopic, { stream_id: cellar, topic: 'wine', for_everyone: true })
  await ada.call(api.pinTopic, { stream_id, topic: 'soup', for_everyone: true })
  for (const message_id of [first, second]) await ada.call(api.pinMessage, { message_id, for_everyone: true })
  const watch = await ada.register(...types)
  const before = { ...maxPerChannel }
  try {
    Object.assign(maxPerChannel, { 'pinned topics': 1, 'pinned messages': 1 })
    await ada.call(updateMessage, { message_id: first, stream_id: cellar, propagate_mode: 'change_all' })
  } finally {
    Object.assign(maxPerChannel, before)
  }
  await watch.agreesWithFreshRegister()
  assert.deepEqual(names(watch.reduced() as PinsState), ['wine!'])
  assert.deepEqual(ids(watch.reduced() as PinsState), [[second, cellar]])
})

test('pins of many people follow a topic with as many statements as two', async ({ ada, society }) => {
  const [stream_id, cellar] = [
    await makeChannel(society.org, 'kitchen', [ada]),
    await makeChannel(society.org, 'cellar', [ada]),
  ]
  const crowd: Person[] = []
  for (let number = 0; number < 12; number++) crowd.push(await society.join(`Member ${number}`))
  const { db } = society.org
  const moving = async (topic: string, people: readonly Person[]) => {
    const message_id = await ada.sends('Something', { channel: stream_id, topic })
    await ada.call(api.pinTopic, { stream_id, topic, for_everyone: true })
    await ada.call(api.pinMessage, { message_id, for_everyone: true })
    for (const one of people) await one.call(api.pinTopic, { stream_id, topic })
    const before = db.statements
    await ada.call(updateMessage, { message_id, stream_id: cellar, propagate_mode: 'change_all' })
    const taken = db.statements - before
    for (const one of people)
      assert.deepEqual(names(await one.call(api.getPins, { stream_id: cellar })), [topic, `${topic}!`])
    await ada.call(deleteMessage, { message_id })
    for (const one of people) await one.call(api.unpinTopic, { stream_id: cellar, topic })
    await ada.call(api.unpinTopic, { stream_id: cellar, topic, for_everyone: true })
    return taken
  }
  const few = await moving('soup', crowd.slice(0, 2))
  const many = await moving('bread', crowd)
  assert.ok(many <= few + 2, `${many} statements for twelve, ${few} for two`)
})

test('a register reads each kind of pin once', async ({ ada, society }) => {
  await makeChannel(society.org, 'kitchen', [ada])
  const { db } = society.org
  const nothing = await fewestStatements(db, () => ada.register('typing'))
  assert.ok((await fewestStatements(db, () => ada.register(...types))) <= nothing + 4)
})
