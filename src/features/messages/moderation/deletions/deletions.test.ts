import { type ChannelId, dayMs, type MessageId, roles } from '#contract'
import { raw } from '#platform/db'
import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { multiply } from '../../../../../test/harness/many-messages.ts'
import { getChannel } from '../../../channels/channels/api.ts'
import { getAuditLog } from '../../../people/audit-log/api.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { deactivateUser, updateUser } from '../../../people/users/api.ts'
import { profileIsDeleted } from '../../../people/users/errors.ts'
import { addLegalHold } from '../../legal-holds/api.ts'
import { reportMessage } from '../../messages/api/report.ts'
import { purgeDeleted } from '../../messages/due/retention.ts'
import { changeMessageReport, getMessageReports } from '../../reports/api.ts'
import { at, noon, passTo } from '../../scheduled-messages/fixture.ts'
import * as files from '../api.ts'
import { runStep } from './actions.ts'
import * as api from './api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const hour = 3_600
const setClock = (server: TestServer, secs: number) => server.clock.set(new Date(at(secs) * 1000))

async function stays({ org }: Person, ids: readonly MessageId[]): Promise<MessageId[]> {
  const rows = await org.db.read((tx) =>
    raw<{ id: MessageId }>(tx, 'select id from message where id = any($1::bigint[]) order by id', [ids]),
  )
  return rows.map(({ id }) => id)
}

const deletionsOf = async (momo: Person, user_id: Person['id']) =>
  (await momo.call(files.getModerationFile, { user_id })).deletions

test('each period deletes newer messages only, with the usual events', async ({ ada, ben, momo, cleo, server }) => {
  const place = { channel: 'general', topic: 'looms' }
  setClock(server, -8 * 24 * hour)
  const old = await ben.sends('last month', place)
  setClock(server, -2 * 24 * hour)
  const week = await ben.sends('this week', place)
  setClock(server, -2 * hour)
  const day = await ben.sends('today', place)
  setClock(server, 0)
  const now = await ben.sends('now', place)
  const other = await cleo.sends('mine', place)
  const all = [old, week, day, now]
  const user_id = ben.id
  const { hour: inHour, day: inDay, week: inWeek, all: inAll } = await momo.call(api.countDeletable, { user_id })
  assert.deepEqual(
    [inHour, inDay, inWeek, inAll].map(({ count, is_more }) => [count, is_more]),
    [1, 2, 3, 4].map((count) => [count, false]),
  )
  const reader = await cleo.register()
  const periods = ['hour', 'day', 'week', 'all'] as const
  for (const [index, period] of periods.entries()) {
    const { deletion } = await momo.call(api.deleteMessagesOf, { user_id, period })
    assert.deepEqual([deletion.state, deletion.creator_id, deletion.undo_until], ['deleting', momo.id, at(24 * hour)])
    await momo.refused(api.deleteMessagesOf, { user_id, period }, files.deletionRunning)
    await passTo(server, 0)
    assert.deepEqual(await stays(ben, [...all, other]), [...all.slice(0, 3 - index), other])
  }
  await reader.agreesWithFreshRegister()
  const told = (await reader.of('delete_message')).flatMap(({ message_ids }) => (message_ids ?? []) as number[])
  assert.deepEqual(told, [now, day, week, old])
  assert.deepEqual(
    (await deletionsOf(momo, user_id)).map(({ period, state, deleted_count }) => [period, state, deleted_count]),
    [...periods].reverse().map((period) => [period, 'deleted', 1]),
  )
  const { entries } = await ada.call(getAuditLog, { action: 'POST /users/{user_id}/delete_messages' })
  assert.deepEqual(entries[0]?.params, { user_id, period: 'all' })
})

test('deleting skips unreadable channels, and direct messages without a report the moderator can read', async ({
  society,
  ada,
  ben,
  momo,
  cleo,
  server,
}) => {
  const requests = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
  await ada.call(updateOrganization, { moderation_request_channel_id: requests })
  const hidden = await makeChannel(society.org, 'hidden', [ada, ben], { invite_only: true })
  const shared = await makeChannel(society.org, 'shared', [ada, ben, momo], { invite_only: true })
  const secret = await ben.sends('a', { channel: hidden, topic: 'x' })
  const seen = await ben.sends('b', { channel: shared, topic: 'x' })
  const direct = await ben.sends('c', cleo)
  const reported = await ben.sends('d', cleo)
  const dismissed = await ben.sends('e', cleo)
  const toModerator = await ben.sends('f', momo)
  for (const message_id of [reported, dismissed]) await cleo.call(reportMessage, { message_id, report_type: 'spam' })
  const { reports } = await momo.call(getMessageReports)
  await momo.call(changeMessageReport, { report_id: reports[0]?.id as number, state: 'dismissed' })
  const user_id = ben.id
  assert.equal((await momo.call(api.countDeletable, { user_id })).all.count, 2)
  // not subscribed to the channel for reports
  const mara = await society.join('Mara', roles.moderator)
  assert.equal((await mara.call(api.countDeletable, { user_id })).all.count, 0)
  await momo.call(api.deleteMessagesOf, { user_id, period: 'all' })
  await passTo(server, 0)
  const kept = [secret, direct, dismissed, toModerator]
  assert.deepEqual(
    await stays(
      ben,
      [...kept, seen, reported].sort((a, b) => a - b),
    ),
    kept,
  )
})

test('deletions and restorations resume after a crash in any step', async ({ ben, momo, server }) => {
  const first = await ben.sends('Buy this', { channel: 'general', topic: 'spam' })
  await multiply(ben, first, 410)
  const { org } = ben
  const user_id = ben.id
  const watch = await momo.register()
  const { count } = (await momo.call(api.countDeletable, { user_id })).all
  assert.equal(count, 411)
  const { deletion } = await momo.call(api.deleteMessagesOf, { user_id, period: 'all' })
  let steps = 0
  const stepUntilDone = async () => {
    for (let isMore = true; isMore; steps++) {
      const before = (await deletionsOf(momo, user_id))[0]
      const crash = org.transact(null, async (mutation) => {
        await runStep(mutation, deletion.id)
        throw new Error('The process ends here')
      })
      await assert.rejects(crash, /ends here/)
      assert.deepEqual((await deletionsOf(momo, user_id))[0], before)
      isMore = await org.transact(null, (mutation) => runStep(mutation, deletion.id))
    }
  }
  await stepUntilDone()
  assert.equal(steps, 3)
  const left = async () =>
    (
      await org.db.read((tx) =>
        raw<{ n: number }>(tx, 'select count(*)::int n from message where sender_id = $1', [user_id]),
      )
    )[0]?.n
  assert.equal(await left(), 0)
  assert.deepEqual((await deletionsOf(momo, user_id))[0]?.deleted_count, 411)
  await momo.call(api.undoDeletion, { user_id, deletion_id: deletion.id })
  steps = 0
  await stepUntilDone()
  assert.ok(steps > 40)
  assert.equal(await left(), 411)
  const [{ state, restored_count }] = (await deletionsOf(momo, user_id)) as [Awaited<ReturnType<typeof deletionsOf>>[0]]
  assert.deepEqual([state, restored_count], ['restored', 411])
  await watch.agreesWithFreshRegister()
  // a finished deletion has no more steps
  await server.runtime.timer.wake()
})

test('a moderator can undo another’s deletion once, within a day', async ({ society, ben, momo, server }) => {
  const mara = await society.join('Mara', roles.moderator)
  const place = { channel: 'general', topic: 'spam' }
  const first = await ben.sends('one', place)
  const user_id = ben.id
  const { deletion } = await momo.call(api.deleteMessagesOf, { user_id, period: 'hour' })
  // before the first step
  await mara.call(api.undoDeletion, { user_id, deletion_id: deletion.id })
  await passTo(server, 1)
  assert.deepEqual(await stays(ben, [first]), [first])
  const { deletion: second } = await momo.call(api.deleteMessagesOf, { user_id, period: 'hour' })
  await passTo(server, 2)
  assert.deepEqual(await stays(ben, [first]), [])
  const [undone] = await Promise.allSettled([
    mara.call(api.undoDeletion, { user_id, deletion_id: second.id }),
    momo.call(api.undoDeletion, { user_id, deletion_id: second.id }),
  ])
  assert.equal(undone?.status, 'fulfilled')
  await passTo(server, 3)
  assert.deepEqual(await stays(ben, [first]), [first])
  await momo.refused(api.undoDeletion, { user_id, deletion_id: second.id }, files.undoneAlready)
  await momo.refused(api.undoDeletion, { user_id: momo.id, deletion_id: second.id }, files.cannotRestrictRank)
  await momo.refused(api.undoDeletion, { user_id, deletion_id: 999_999 }, files.noSuchDeletion)
  const { deletion: third } = await momo.call(api.deleteMessagesOf, { user_id, period: 'hour' })
  await passTo(server, 24 * hour + 10)
  await mara.refused(api.undoDeletion, { user_id, deletion_id: third.id }, files.tooLateToUndo)
  assert.deepEqual(await stays(ben, [first]), [])
})

test('undoing restores each channel’s first message, even in channels that were empty', async ({
  society,
  ada,
  ben,
  cleo,
  momo,
  server,
}) => {
  const firstBefore = new Map<ChannelId, number | null>()
  for (const name of ['emptied', 'shared']) {
    const channel = await makeChannel(society.org, name, [ben, cleo, momo])
    for (let i = 0; i < 3; i++) await ben.sends('Buy this', { channel, topic: 'spam' })
    firstBefore.set(channel, (await ada.call(getChannel, { stream_id: channel })).stream.first_message_id)
    if (name === 'shared') await cleo.sends('Please stop', { channel, topic: 'spam' })
  }
  const firstOf = async (stream_id: ChannelId) => (await ada.call(getChannel, { stream_id })).stream.first_message_id
  const user_id = ben.id
  const { deletion } = await momo.call(api.deleteMessagesOf, { user_id, period: 'all' })
  await passTo(server, 1)
  for (const [channel, first] of firstBefore) assert.notEqual(await firstOf(channel), first)
  const watch = await cleo.register('stream')
  await momo.call(api.undoDeletion, { user_id, deletion_id: deletion.id })
  await passTo(server, 2)
  for (const [channel, first] of firstBefore) assert.equal(await firstOf(channel), first)
  await watch.agreesWithFreshRegister()
})

test('moderators can’t undo deletions by people with a higher role', async ({ ada, ines, ben, momo, server }) => {
  const id = await ben.sends('one', { channel: 'general', topic: 'spam' })
  const user_id = ben.id
  const { deletion } = await ines.call(api.deleteMessagesOf, { user_id, period: 'hour' })
  await passTo(server, 1)
  const asked = { user_id, deletion_id: deletion.id }
  await momo.refused(api.undoDeletion, asked, files.cannotUndoRank)
  assert.equal((await deletionsOf(momo, user_id))[0]?.state, 'deleted')
  await ada.call(updateUser, { user_id: ines.id, role: roles.moderator })
  await momo.call(api.undoDeletion, asked)
  await passTo(server, 2)
  assert.deepEqual(await stays(ben, [id]), [id])
})

test('a restoration stops when its moderator loses the permission, and someone else can continue it', async ({
  society,
  ada,
  ines,
  ben,
  momo,
  server,
}) => {
  const mara = await society.join('Mara', roles.moderator)
  const id = await ben.sends('one', { channel: 'general', topic: 'spam' })
  const user_id = ben.id
  const { deletion } = await mara.call(api.deleteMessagesOf, { user_id, period: 'hour' })
  await passTo(server, 1)
  const asked = { user_id, deletion_id: deletion.id }
  const stateNow = async () => {
    const [one] = await deletionsOf(ada, user_id)
    return [one?.state, one?.undone_by, one?.restored_count]
  }
  const stopsAt = async (secs: number) => {
    await passTo(server, secs)
    assert.deepEqual(await stateNow(), ['stopped', null, 0])
    assert.deepEqual(await stays(ben, [id]), [])
  }
  await momo.call(api.undoDeletion, asked)
  await ada.call(updateUser, { user_id: momo.id, role: roles.member })
  await stopsAt(2)
  await ada.call(updateUser, { user_id: momo.id, role: roles.moderator })
  await momo.call(api.undoDeletion, asked)
  await ada.call(updateUser, { user_id: mara.id, role: roles.administrator })
  await stopsAt(3)
  await ines.call(api.undoDeletion, asked)
  await passTo(server, 4)
  assert.deepEqual(await stateNow(), ['restored', ines.id, 1])
  assert.deepEqual(await stays(ben, [id]), [id])
})

test('an undo can’t restore messages that an administrator deleted permanently', async ({
  society,
  ada,
  ben,
  momo,
  server,
}) => {
  const rest = { delete_profile: false, delete_public_channel_messages: false, delete_private_channel_messages: false }
  const none = { ...rest, delete_direct_messages: false }
  const eve = await society.join('Eve')
  const ways = [
    { person: ben, actions: { ...none, delete_public_channel_messages: true }, error: files.tooLateToUndo },
    { person: eve, actions: { ...none, delete_profile: true }, error: profileIsDeleted },
  ]
  let secs = 0
  for (const { person, actions, error } of ways) {
    const user_id = person.id
    const place = { channel: 'general', topic: 'spam' }
    const first = await person.sends('one', place)
    const { deletion: undone } = await momo.call(api.deleteMessagesOf, { user_id, period: 'hour' })
    await passTo(server, ++secs)
    const second = await person.sends('two', place)
    const { deletion: other } = await momo.call(api.deleteMessagesOf, { user_id, period: 'hour' })
    await passTo(server, ++secs)
    await momo.call(api.undoDeletion, { user_id, deletion_id: undone.id })
    await ada.call(deactivateUser, { user_id, actions })
    await passTo(server, ++secs)
    assert.deepEqual(await stays(person, [first, second]), [])
    await momo.refused(api.undoDeletion, { user_id, deletion_id: other.id }, error)
    const now = await deletionsOf(momo, user_id)
    assert.deepEqual(
      now.map(({ state, restored_count }) => [state, restored_count]),
      [
        ['deleted', 0],
        ['restored', 0],
      ],
    )
    for (const { undo_until } of now) assert.ok(undo_until <= at(secs))
  }
})

test('events announce changes of a deletion’s state, not each step', async ({ ben, momo, server }) => {
  const first = await ben.sends('Buy this', { channel: 'general', topic: 'spam' })
  await multiply(ben, first, 410)
  const user_id = ben.id
  const watch = await momo.register('moderation_file')
  const { deletion } = await momo.call(api.deleteMessagesOf, { user_id, period: 'all' })
  await passTo(server, 1)
  assert.equal((await watch.of('moderation_file')).length, 2)
  await momo.call(api.undoDeletion, { user_id, deletion_id: deletion.id })
  while ((await deletionsOf(momo, user_id))[0]?.state === 'restoring') await server.runtime.timer.wake()
  assert.equal((await watch.of('moderation_file')).length, 4)
})

test('a deletion stops when its moderator loses the role', async ({ ada, ben, momo, server }) => {
  const id = await ben.sends('one', { channel: 'general', topic: 'spam' })
  await momo.call(api.deleteMessagesOf, { user_id: ben.id, period: 'all' })
  await ada.call(updateUser, { user_id: momo.id, role: roles.member })
  await passTo(server, 1)
  assert.deepEqual(await stays(ben, [id]), [id])
  assert.equal((await deletionsOf(ada, ben.id))[0]?.state, 'stopped')
})

test('deleted messages under a legal hold stay in the archive', async ({ ada, ben, momo, server }) => {
  await ben.sends('evidence', { channel: 'general', topic: 'spam' })
  const { id } = await ada.call(addLegalHold, { user_id: ben.id, reason: 'A case' })
  assert.ok(id)
  await momo.call(api.deleteMessagesOf, { user_id: ben.id, period: 'all' })
  await passTo(server, 1)
  setClock(server, (40 * dayMs) / 1_000)
  await purgeDeleted(ben.org, 30)
  const rows = await ben.org.db.read((tx) =>
    raw<{ n: number }>(
      tx,
      `select count(*)::int n from deleted_message where org_id = $1 and deletion_id is not null`,
      [ben.org.id],
    ),
  )
  assert.equal(rows[0]?.n, 1)
})

test('members can’t bulk delete messages, and moderators can’t delete those of higher roles', async ({
  ada,
  ben,
  cleo,
  momo,
}) => {
  await ben.refused(api.deleteMessagesOf, { user_id: cleo.id, period: 'all' }, files.cannotRestrict)
  await ben.refused(api.countDeletable, { user_id: cleo.id }, files.cannotRestrict)
  await momo.refused(api.deleteMessagesOf, { user_id: ada.id, period: 'all' }, files.cannotRestrictRank)
  await momo.refused(api.deleteMessagesOf, { user_id: momo.id, period: 'all' }, files.cannotRestrictRank)
})
