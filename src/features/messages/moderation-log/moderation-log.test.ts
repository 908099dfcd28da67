import { assert, type Person, test } from '#test'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { liftRestriction, restrictUser, updateRestriction } from '../../people/restrictions/api.ts'
import { endLockdown, startLockdown, updateLockdown } from '../../people/restrictions/lockdown/api.ts'
import { deactivateUser, reactivateUser } from '../../people/users/api.ts'
import { banUser } from '../moderation/bans/api.ts'
import { deleteMessagesOf, undoDeletion } from '../moderation/deletions/api.ts'
import * as api from './api.ts'
import { keptMs } from './limits.ts'

test.beforeEach(({ ada }) => ada.call(updateOrganization, { public_moderation_log: true }))
test.afterEach(({ server }) => server.clock.release())

const entriesFor = async (person: Person) => (await person.call(api.getModerationLog)).entries
const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

test('members can read what moderators did, but not who did it', async ({ ben, cleo, momo, ines, society }) => {
  const spammer = await society.join('Spammer')
  const until = inAnHour()
  await momo.call(restrictUser, { user_id: cleo.id, kind: 'read_only', until, reason: 'Shouting', note: 'Third time' })
  await ines.call(banUser, { user_id: spammer.id, delete_messages: 'day', reason: 'Ads', note: 'See the report' })
  await momo.call(startLockdown, { hours: 1, reason: 'Raid' })
  const entries = await entriesFor(ben)
  assert.deepEqual(
    entries.map(({ action, user_id, restriction, period, reason }) => [action, user_id, restriction ?? period, reason]),
    [
      ['lockdown', null, null, 'Raid'],
      ['ban', spammer.id, null, 'Ads'],
      ['message_deletion', spammer.id, 'day', ''],
      ['restriction', cleo.id, 'read_only', 'Shouting'],
    ],
  )
  assert.equal(entries[3]?.until, until)
  const text = JSON.stringify(entries)
  for (const secret of ['Third time', 'See the report', `:${momo.id},`]) assert.ok(!text.includes(secret), secret)
})

test('reversing an action removes the person’s name', async ({ ada, ben, cleo, momo, ines, society, server }) => {
  const spammer = await society.join('Spammer')
  const restricted = { user_id: cleo.id, kind: 'read_only', until: null, reason: 'Shouting' } as const
  const { restriction } = await momo.call(restrictUser, restricted)
  await ines.call(banUser, { user_id: spammer.id, delete_messages: 'day', reason: 'Ads' })
  const { deletion } = await momo.call(deleteMessagesOf, { user_id: cleo.id, period: 'hour' })
  await momo.call(startLockdown, { hours: 1 })
  await server.runtime.timer.wake()
  await momo.call(liftRestriction, { user_id: cleo.id, restriction_id: restriction.id })
  await ada.call(reactivateUser, { user_id: spammer.id })
  await momo.call(undoDeletion, { user_id: cleo.id, deletion_id: deletion.id })
  await momo.call(endLockdown)
  const entries = await entriesFor(ben)
  assert.deepEqual(
    entries.map(({ action, user_id, reversed_at }) => [action, user_id, reversed_at !== null]),
    [
      ['lockdown', null, true],
      ['message_deletion', null, true],
      ['ban', null, true],
      // deleted messages of a banned person aren't restored with the account
      ['message_deletion', null, false],
      ['restriction', null, true],
    ],
  )
})

test('changes of a restriction or lockdown change its entry', async ({ ben, cleo, momo }) => {
  const restricted = { user_id: cleo.id, kind: 'read_only', until: null, reason: 'Shouting' } as const
  const { restriction } = await momo.call(restrictUser, restricted)
  const until = inAnHour()
  await momo.call(updateRestriction, { user_id: cleo.id, restriction_id: restriction.id, until, reason: 'Noise' })
  const { lockdown } = await momo.call(startLockdown, { hours: 1 })
  await momo.call(updateLockdown, { hours: 24, reason: 'Raid' })
  const [newest, oldest] = await entriesFor(ben)
  assert.deepEqual([oldest?.until, oldest?.reason], [until, 'Noise'])
  assert.ok(newest?.reason === 'Raid' && (newest.until ?? 0) > lockdown.until)
})

test('a deactivation isn’t a ban, and reactivating later keeps other entries', async ({ ada, ben, cleo, momo }) => {
  await momo.call(restrictUser, { user_id: cleo.id, kind: 'read_only', until: null, reason: 'Shouting' })
  await ada.call(deactivateUser, { user_id: cleo.id })
  await ada.call(reactivateUser, { user_id: cleo.id })
  assert.deepEqual(
    (await entriesFor(ben)).map(({ action, user_id }) => [action, user_id]),
    [['restriction', cleo.id]],
  )
})

test('the log starts when it’s turned on, and is deleted when it’s turned off', async ({ ada, ben, cleo, momo }) => {
  const restrict = (user_id: Person['id']) =>
    momo.call(restrictUser, { user_id, kind: 'no_direct_messages', until: null, reason: 'Spam' })
  await restrict(cleo.id)
  await ada.call(updateOrganization, { public_moderation_log: false })
  await ben.refused(api.getModerationLog, {}, api.logTurnedOff)
  await restrict(ben.id)
  await ada.call(updateOrganization, { public_moderation_log: true })
  assert.deepEqual(await entriesFor(ben), [])
})

test('guests can’t read the log, and restricted members can', async ({ ben, gus, momo }) => {
  await momo.call(restrictUser, { user_id: ben.id, kind: 'read_only', until: null, reason: 'Spam' })
  assert.equal((await entriesFor(ben)).length, 1)
  await assert.rejects(gus.call(api.getModerationLog), { code: 'UNAUTHORIZED_PRINCIPAL' })
})

test('entries can be paged and expire after 90 days', async ({ ben, cleo, momo, server }) => {
  for (const kind of ['read_only', 'no_direct_messages'] as const)
    await momo.call(restrictUser, { user_id: cleo.id, kind, until: null, reason: kind })
  const first = await ben.call(api.getModerationLog, { limit: 1 })
  const before = first.entries[0]?.id as number
  const second = await ben.call(api.getModerationLog, { limit: 1, before })
  assert.deepEqual(
    [first, second].map(({ entries, has_more }) => [entries[0]?.reason, has_more]),
    [
      ['no_direct_messages', true],
      ['read_only', false],
    ],
  )
  server.clock.set(new Date(Date.now() + keptMs))
  assert.deepEqual(await entriesFor(ben), [])
})

test('members are told when the log changes, and guests aren’t', async ({ ben, cleo, gus, momo }) => {
  const [member, guest] = [await ben.register('moderation_log'), await gus.register('moderation_log')]
  await momo.call(restrictUser, { user_id: cleo.id, kind: 'read_only', until: null, reason: 'Spam' })
  assert.equal((await member.of('moderation_log')).length, 1)
  assert.equal((await guest.of('moderation_log')).length, 0)
})
