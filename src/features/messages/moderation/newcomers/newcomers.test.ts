import { botTypes, dayMs, inLockdown, roles } from '#contract'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { getRestrictions, restrictUser } from '../../../people/restrictions/api.ts'
import { startLockdown } from '../../../people/restrictions/lockdown/api.ts'
import { deactivateUser, getUser } from '../../../people/users/api.ts'
import { getMessages } from '../../messages/api/fetch.ts'
import { sendMessage } from '../../messages/api/send.ts'
import * as files from '../api.ts'
import * as errors from '../errors.ts'
import * as api from './api.ts'

test.afterEach(({ server }) => server.clock.release())

const general = { type: 'channel', to: 'general', topic: 'looms', content: 'x' } as const
const place = { channel: 'general', topic: 'looms' }
const idsOf = (people: readonly { user_id: number }[]) => people.map(({ user_id }) => user_id)

test('moderators list everyone who joined since the day before a lockdown', async ({
  ada,
  ben,
  cleo,
  gus,
  momo,
  society,
  server,
}) => {
  await ben.refused(api.getNewcomers, {}, files.cannotRestrict)
  await cleo.sends('one', place)
  await cleo.sends('two', place)
  await momo.call(startLockdown, { hours: 1 })
  const bot = await society.join('Loom', roles.member, { bot_type: botTypes.generic, bot_owner_id: cleo.id })
  const { people, has_more, since } = await momo.call(api.getNewcomers, {})
  assert.deepEqual(
    idsOf(people),
    [gus, cleo, ben].map(({ id }) => id).sort((a, b) => b - a),
  )
  assert.ok(!idsOf(people).includes(bot.id) && !has_more && since < Date.now() / 1000 - 86_000)
  const one = people.find(({ user_id }) => user_id === cleo.id)
  assert.deepEqual([one?.message_count, one?.held_count, one?.is_read_only, one?.is_welcomed], [2, 0, false, false])
  const first = await momo.call(api.getNewcomers, { limit: 2 })
  assert.ok(first.has_more && first.people.length === 2)
  const rest = await momo.call(api.getNewcomers, { limit: 2, before: first.people[1]?.user_id as number })
  assert.deepEqual([rest.people.length, rest.has_more, rest.total, first.total], [1, false, 3, 3])
  await ada.call(deactivateUser, { user_id: gus.id })
  assert.ok(!idsOf((await momo.call(api.getNewcomers, {})).people).includes(gus.id))
  // the list resets after a week
  server.clock.set(new Date(Date.now() + 9 * dayMs))
  await server.runtime.timer.wake()
  assert.deepEqual((await momo.call(api.getNewcomers, {})).people, [])
})

test('moderators restrict, remove, and welcome several people at once', async ({ ada, ben, momo, society, server }) => {
  const raiders: Person[] = []
  for (const name of ['Rae', 'Ray', 'Rob', 'Ron']) raiders.push(await society.join(name))
  for (const one of raiders) await one.sends('spam', place)
  await momo.call(startLockdown, { hours: 1 })
  const ids = raiders.map(({ id }) => id)
  await ben.refused(api.changeNewcomers, { user_ids: ids, action: 'remove' }, files.cannotRestrict)
  await momo.refused(api.changeNewcomers, { user_ids: ids, action: 'restrict' }, errors.reasonRequired)
  for (const user_ids of [[], Array.from({ length: 101 }, (_, at) => at + 1), 'x'])
    await momo.refusedRaw('POST', '/lockdown/newcomers', { user_ids: JSON.stringify(user_ids), action: 'welcome' })
  await momo.refusedRaw('POST', '/lockdown/newcomers', { user_ids: JSON.stringify(ids), action: 'praise' })
  // the first is already restricted, and the administrator can’t be
  const [first, second, third, fourth] = ids as [never, never, never, never]
  await ada.call(restrictUser, { user_id: first, kind: 'read_only', until: null, reason: 'Spam' })
  const restricted = await momo.call(api.changeNewcomers, {
    ...{ user_ids: [first, second, ada.id], action: 'restrict', reason: 'Joined during a raid' },
  })
  assert.deepEqual(restricted.done, [first, second])
  assert.deepEqual(
    restricted.refused.map(({ user_id, code }) => [user_id, code]),
    [[ada.id, 'BAD_REQUEST']],
  )
  assert.equal((await momo.call(getRestrictions, {})).restrictions.length, 2)
  const removed = await momo.call(api.changeNewcomers, { user_ids: [first, second, third], action: 'remove' })
  assert.deepEqual([removed.done.length, removed.refused], [3, []])
  await server.runtime.timer.wake()
  const narrow = [{ operator: 'topic', operand: 'looms' }] as never
  const { messages } = await ada.call(getMessages, { anchor: 'newest', num_before: 9, num_after: 0, narrow })
  assert.deepEqual(
    messages.map(({ sender_id }) => sender_id),
    [fourth],
  )
  // another moderator already did this
  assert.deepEqual((await momo.call(api.changeNewcomers, { user_ids: [first], action: 'remove' })).done, [first])
  const [last] = raiders.slice(-1) as [Person]
  await last.refused(sendMessage, general, inLockdown)
  await momo.call(api.changeNewcomers, { user_ids: [fourth], action: 'welcome' })
  await last.call(sendMessage, general)
  const { entries } = await ada.call(getAuditLog, {})
  assert.ok(entries.some(({ action }) => action === 'POST /lockdown/newcomers'))
})

test('full membership takes effect immediately and can be revoked', async ({ ada, ben, cleo, gus, momo }) => {
  await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_links_per_message: 0 })
  const to = await makeChannel(ada.org, 'lounge', [ada, ben, gus])
  const link = { ...general, to, content: 'https://loom.example' }
  await ben.refused(sendMessage, link)
  const watch = await cleo.register()
  await cleo.refused(api.welcomeUser, { user_id: ben.id }, files.cannotRestrict)
  await momo.refused(api.welcomeUser, { user_id: ada.id }, files.cannotRestrictRank)
  await momo.refused(api.unwelcomeUser, { user_id: ben.id }, errors.notWelcomed)
  for (const one of [ben, gus]) {
    await momo.call(api.welcomeUser, { user_id: one.id })
    await momo.call(api.welcomeUser, { user_id: one.id })
    assert.equal((await cleo.call(getUser, { user_id: one.id })).user.is_welcomed, true)
    await one.call(sendMessage, link)
    await watch.agreesWithFreshRegister()
  }
  // change the waiting period
  await ada.call(updateOrganization, { waiting_period_threshold: 30 })
  await watch.agreesWithFreshRegister()
  await ben.call(sendMessage, link)
  for (const one of [ben, gus]) {
    await momo.call(api.unwelcomeUser, { user_id: one.id })
    await watch.agreesWithFreshRegister()
    await one.refused(sendMessage, link)
  }
  await ada.call(deactivateUser, { user_id: ben.id })
  await momo.refused(api.welcomeUser, { user_id: ben.id }, errors.cannotWelcome)
})
