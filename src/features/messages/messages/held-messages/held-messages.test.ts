import { botTypes, dayMs, mustBeModerator, readOnly, roles } from '#contract'
import { Runtime } from '#platform/runtime'
import { assert, type Person, type TestOrganization, test } from '#test'
import { fewestStatements } from '../../../../../test/harness/fewest-statements.ts'
import { fetchAs, upload } from '../../../../../test/harness/files.ts'
import { heldBy, hold } from '../../../../../test/harness/held.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { restrictUser } from '../../../people/restrictions/api.ts'
import { deactivateUser, reactivateUser } from '../../../people/users/api.ts'
import { attachmentsFeature } from '../../attachments/index.ts'
import { sendMessage } from '../api/send.ts'
import { tooManyTopics } from '../newcomer-limits/errors.ts'
import type { Message } from '../wire.ts'
import * as api from './api.ts'
import { heldMessagesCache } from './cache.ts'
import { maxHeldPerPerson } from './limits.ts'

test.afterEach(({ server }) => server.clock.release())

const post = (content: string, topic = 'looms') => ({ type: 'channel', to: 'general', topic, content }) as const
const direct = ({ id }: Person) => ({ type: 'direct' as const, to: [id], content: 'Hi' })

const botOf = (society: TestOrganization, { id, name }: Person) =>
  society.join(`Loom of ${name}`, roles.member, { bot_type: botTypes.generic, bot_owner_id: id })
const queue = async (person: Person) => (await person.call(api.getHeldMessages)).held_messages

test('a new member’s first message waits, and a moderator releases it', async ({ ada, ben, cleo, momo }) => {
  await hold(ada)
  const [author, moderator, reader] = [await ben.register(), await momo.register(), await cleo.register('message')]
  const { status, code, message, fields } = await ben.refused(sendMessage, post('Hello 🧵'), api.messageHeld)
  assert.deepEqual([status, code], [400, 'MESSAGE_HELD'])
  assert.equal(message, "A moderator will review this message first. You don't need to send it again.")
  await author.agreesWithFreshRegister()
  const own = author.reduced().own_held_messages as { id: number; topic: string; content: string }[]
  assert.deepEqual(
    own.map(({ id, topic, content }) => [id, topic, content]),
    [[fields.held_id, 'looms', 'Hello 🧵']],
  )
  assert.deepEqual((await ben.call(api.getOwnHeldMessages)).held_messages, own)
  const [waiting, ...more] = await queue(momo)
  assert.deepEqual([waiting?.id, waiting?.user_id, more.length], [fields.held_id, ben.id, 0])
  const held_id = fields.held_id as number
  for (const one of [ben, cleo]) {
    await one.refused(api.getHeldMessages, {}, mustBeModerator)
    await one.refused(api.releaseHeldMessage, { held_id }, mustBeModerator)
    await one.refused(api.rejectHeldMessage, { held_id }, mustBeModerator)
  }
  const { message_id } = await momo.call(api.releaseHeldMessage, { held_id })
  const [arrived] = await reader.of('message')
  const sent = arrived?.message as Message
  assert.deepEqual([sent.id, sent.sender_id, sent.subject], [message_id, ben.id, 'looms'])
  await author.agreesWithFreshRegister()
  await moderator.agreesWithFreshRegister()
  assert.deepEqual([author.reduced().own_held_messages, await queue(momo)], [[], []])
  // the first message was released, so the second one doesn't wait
  await ben.call(sendMessage, post('Again'))
  const { entries } = await ada.call(getAuditLog)
  assert.deepEqual(
    entries.filter(({ action }) => action.includes('held_messages')).map((one) => one.acting_user_id),
    [momo.id],
  )
})

test('the same text in the same place is held once, also after its release', async ({ ada, ben, momo }) => {
  await hold(ada, 2)
  const keyed = { ...post('Hello'), idempotency_key: 'one' }
  const held = await Promise.all([1, 2, 3].map(() => ben.refused(sendMessage, keyed, api.messageHeld)))
  const held_id = held[0]?.fields.held_id as number
  assert.deepEqual(
    held.map(({ fields }) => fields.held_id),
    [held_id, held_id, held_id],
  )
  assert.equal(await heldBy(ben, 'Hello', 'LOOMS'), held_id)
  assert.notEqual(await heldBy(ben, 'Hello', 'weaving'), held_id)
  const { message_id } = await momo.call(api.releaseHeldMessage, { held_id })
  assert.equal((await ben.call(sendMessage, keyed)).id, message_id)
})

test('a message is released even if its author used its key for another one', async ({ ada, ben, cleo, momo }) => {
  await hold(ada)
  const key = { idempotency_key: 'one' }
  const { fields } = await ben.refused(sendMessage, { ...post('Hello'), ...key }, api.messageHeld)
  const other = await ben.call(sendMessage, { ...direct(cleo), ...key })
  const { message_id } = await momo.call(api.releaseHeldMessage, { held_id: fields.held_id as number })
  assert.notEqual(message_id, other.id)
  assert.equal((await ben.call(sendMessage, { ...post('Hello'), ...key })).id, other.id)
})

test('a message that two moderators release at once is sent once', async ({ ada, ben, ines, momo }) => {
  await hold(ada)
  const watch = await ada.register('message')
  const held_id = await heldBy(ben, 'Hello')
  const released = await Promise.allSettled(
    [momo, ines, ada, momo].map((one) => one.call(api.releaseHeldMessage, { held_id })),
  )
  assert.equal(released.filter(({ status }) => status === 'fulfilled').length, 1)
  await momo.refused(api.releaseHeldMessage, { held_id }, api.noSuchHeldMessage)
  await momo.refused(api.rejectHeldMessage, { held_id }, api.noSuchHeldMessage)
  await ada.sends('Last', { channel: 'general', topic: 'looms' })
  const messages = (await watch.of('message')).map(({ message }) => (message as Message).sender_id)
  assert.equal(messages.filter((id) => id === ben.id).length, 1)
})

test('a rejected message goes back to its author with the reason', async ({ ada, ben, momo }) => {
  await hold(ada)
  const held_id = await heldBy(ben, 'Buy looms @**all**')
  const watch = await ben.register()
  await momo.call(api.rejectHeldMessage, { held_id, reason: ' Advertising ' })
  const [notice] = await watch.of('message')
  const content = (notice?.message as Message | undefined)?.content ?? ''
  assert.match(content, /A moderator rejected your message, so it wasn’t posted\. Reason: Advertising/)
  assert.match(content, /Buy looms/)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(watch.reduced().own_held_messages, [])
})

test('only authors withdraw their held messages', async ({ ada, ben, cleo, momo }) => {
  await hold(ada)
  const held_id = await heldBy(ben, 'Hello')
  for (const one of [cleo, momo]) await one.refused(api.withdrawHeldMessage, { held_id }, api.noSuchHeldMessage)
  const watch = await ben.register()
  await ben.call(api.withdrawHeldMessage, { held_id })
  await watch.agreesWithFreshRegister()
  await momo.refused(api.releaseHeldMessage, { held_id }, api.noSuchHeldMessage)
})

test('a person and their bots have a limited number of held messages', async ({ ada, ben, cleo, society }) => {
  const bot = await botOf(society, ben)
  await hold(ada)
  for (let at = 0; at < maxHeldPerPerson; at++) await heldBy(at % 2 ? bot : ben, `${at}`)
  await bot.refused(sendMessage, post('more'), api.tooManyHeld)
  await heldBy(cleo, 'more')
  const { fields } = await ben.refused(sendMessage, post('more'), api.tooManyHeld)
  assert.deepEqual([fields.rule, fields.limit], ['held', maxHeldPerPerson])
  await heldBy(ben, '0')
})

test('a message that its author can’t send anymore stays in the queue', async ({ ada, ben, momo }) => {
  await hold(ada)
  const held_id = await heldBy(ben, 'Hello')
  await momo.call(restrictUser, { user_id: ben.id, kind: 'read_only', until: null, reason: 'Spam' })
  await momo.refused(api.releaseHeldMessage, { held_id }, readOnly)
  assert.equal((await queue(momo)).length, 1)
  await momo.call(api.rejectHeldMessage, { held_id })
})

test('deactivating an account removes its held messages, and those of its bots', async ({
  ada,
  ben,
  momo,
  society,
}) => {
  const bot = await botOf(society, ben)
  await hold(ada)
  const held_id = await heldBy(ben, 'Hello')
  await heldBy(bot, 'Hello')
  assert.equal((await queue(momo)).length, 2)
  await ada.call(deactivateUser, { user_id: ben.id })
  assert.deepEqual(await queue(momo), [])
  await momo.refused(api.releaseHeldMessage, { held_id }, api.noSuchHeldMessage)
  await ada.call(reactivateUser, { user_id: ben.id })
  assert.deepEqual((await ben.call(api.getOwnHeldMessages)).held_messages, [])
})

test('held messages survive a restart, and moderators page through them', async ({
  ada,
  ben,
  momo,
  server,
  society,
}) => {
  await hold(ada)
  for (const text of ['1', '2', '3']) await heldBy(ben, text)
  const { config, db, features } = server.runtime
  const org = await new Runtime({ config, db, features, now: server.clock.now }).organization(society.org.id)
  const kept = org.get(heldMessagesCache).get(ben.id) ?? []
  assert.equal(kept.length, 3)
  // memory holds no texts
  assert.ok(kept.every((one) => !('content' in one)))
  const first = await momo.call(api.getHeldMessages, { limit: 2 })
  assert.deepEqual(
    [first.held_messages.map(({ content }) => content), first.has_more, first.total],
    [['1', '2'], true, 3],
  )
  const rest = await momo.call(api.getHeldMessages, { limit: 2, after: first.held_messages[1]?.id as number })
  assert.deepEqual([rest.held_messages.map(({ content }) => content), rest.has_more], [['3'], false])
})

test('sending checks once whether a message has to be held', async ({ ada, ben, server }) => {
  await ada.sends('Hello', { channel: 'general', topic: 'looms' })
  await ada.call(updateOrganization, { waiting_period_threshold: 3 })
  await ben.call(sendMessage, post('Hello'))
  const { db } = server.runtime
  const statements = () => fewestStatements(db, () => ben.call(sendMessage, post('Again')))
  const without = await statements()
  await hold(ada)
  assert.equal((await statements()) - without, 1)
})

test('held messages in the same new topic count as one new topic', async ({ ada, ben }) => {
  await hold(ada)
  await ada.call(updateOrganization, { newcomer_topics_per_day: 1 })
  await heldBy(ben, '1', 'one 🧵')
  await heldBy(ben, '2', 'ONE 🧵')
  await ben.refused(sendMessage, post('3', 'two'), tooManyTopics)
})

test('files of held messages are kept until the messages are released', async ({ ada, ben, momo, server }) => {
  await hold(ada)
  const { url } = await upload(ben, 'Webstuhl 🧵.txt', 'x')
  const { url: unused } = await upload(ben, 'other.txt', 'x')
  const held_id = await heldBy(ben, `[x](${url})`)
  const [job] = attachmentsFeature.repeated ?? []
  const status = async (file: string) => (await fetchAs(ben, file)).status
  for (const days of [30, 60]) {
    server.clock.set(new Date(Date.now() + days * dayMs))
    await job?.run(ada.org, server.runtime, () => true)
  }
  assert.deepEqual([await status(url), await status(unused)], [200, 404])
  await momo.call(api.releaseHeldMessage, { held_id })
  assert.equal(await status(url), 200)
})
