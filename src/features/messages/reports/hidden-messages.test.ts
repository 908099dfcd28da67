import { dayMs, type MessageId, mustBeModerator, roles, type UserId } from '#contract'
import { raw } from '#platform/db'
import { assert, Person, test } from '#test'
import { agentFor } from '../../../../test/harness/agent.ts'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { fetchAs, upload } from '../../../../test/harness/files.ts'
import { heldBy, hold } from '../../../../test/harness/held.ts'
import { twinOf } from '../../../../test/harness/twin.ts'
import { updateChannel } from '../../channels/channels/api.ts'
import { keptThings } from '../../data/exports/own/store.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { restrictUser } from '../../people/restrictions/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { createBot } from '../../people/users/bot-api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { restoreMessage } from '../messages/actions/restore.ts'
import { updateMessage } from '../messages/api/edit.ts'
import { getMessages } from '../messages/api/fetch.ts'
import { invalidMessages } from '../messages/api/flags.ts'
import { reportMessage } from '../messages/api/report.ts'
import { purgeDeleted } from '../messages/due/retention.ts'
import { releaseHeldMessage } from '../messages/held-messages/api.ts'
import { getModerationFile } from '../moderation/api.ts'
import { countDeletable, deleteMessagesOf, undoDeletion } from '../moderation/deletions/api.ts'
import { keepReport } from './actions.ts'
import * as api from './api.ts'
import { exists, noticesTo, openCommunity, place, report, reportsOf, welcome } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date()))
test.afterEach(({ server }) => server.clock.release())

async function editAndReport(message_id: MessageId, { author, reporter }: { author: Person; reporter: Person }) {
  author.server.clock.advance(1_000)
  await author.call(updateMessage, { message_id, content: 'Buy my loom' })
  await report(reporter, message_id)
}

test('reports by two full members hide a new member’s message until a moderator restores it', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  const { dora } = await openCommunity(society, { ada, momo })
  await welcome(momo, [cleo, dora])
  const id = await ben.sends('Buy this loom', place)
  const [reader, moderator] = [await ada.register(), await momo.register('message_report')]
  await report(cleo, id)
  assert.equal(await exists(ben, id), true)
  await report(dora, id)
  assert.equal(await exists(ben, id), false)
  assert.deepEqual(
    (await reader.of('delete_message')).flatMap(({ message_ids }) => message_ids),
    [id],
  )
  const shown = await reportsOf(momo)
  assert.deepEqual(
    shown.map((one) => [one.is_hidden, one.is_readable, one.content, one.message_id, one.topic, one.reporter_id]),
    [
      [true, true, 'Buy this loom', null, 'looms', dora.id],
      [true, true, 'Buy this loom', null, 'looms', cleo.id],
    ],
  )
  const [notice] = (await noticesTo(ben)).slice(-1)
  assert.match(notice ?? '', /^Members reported your message in #\*\*general\*\*[\s\S]*Buy this loom/)
  const report_id = shown[1]?.id as number
  await momo.call(api.restoreReportedMessage, { report_id })
  assert.equal(await exists(ben, id), true)
  assert.deepEqual(
    (await reportsOf(momo)).map((one) => [one.is_hidden, one.state, one.handled_by, one.message_id]),
    [
      [false, 'dismissed', momo.id, id],
      [false, 'dismissed', momo.id, id],
    ],
  )
  assert.match((await noticesTo(ben)).at(-1) ?? '', /^A moderator restored your message/)
  await reader.agreesWithFreshRegister()
  assert.deepEqual(
    (await moderator.of('message_report')).map(({ state }) => state),
    ['open', 'open', 'dismissed', 'dismissed'],
  )
  const { entries } = await ada.call(getAuditLog, { action: 'POST /message_reports/{report_id}/restore_message' })
  assert.equal(entries.length, 1)
})

test('a moderator deletes a hidden message with a reason for its author', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const id = await ben.sends('Buy this loom', place)
  await report(cleo, id)
  const report_id = (await reportsOf(momo))[0]?.id as number
  await momo.call(api.deleteReportedMessage, { report_id, reason: 'No advertising' })
  const [closed] = await reportsOf(momo)
  assert.deepEqual(
    [closed?.is_hidden, closed?.state, closed?.action, closed?.note, closed?.content],
    [false, 'handled', 'message_deleted', 'No advertising', 'Buy this loom'],
  )
  assert.match((await noticesTo(ben)).at(-1) ?? '', /Reason: No advertising[\s\S]*Buy this loom/)
  await ada.refused(api.restoreReportedMessage, { report_id }, api.notHidden)
  await ada.refused(api.deleteReportedMessage, { report_id }, api.notHidden)
  assert.equal(await exists(ben, id), false)
})

test('only reports by full members in good standing count', async ({ society, ada, momo, ben, cleo, gus }) => {
  const { dora, emil } = await openCommunity(society, { ada, momo })
  await makeChannel(society.org, 'plaza', [ben, gus])
  const id = await ben.sends('Buy this loom', { channel: 'plaza', topic: 'looms' })
  await welcome(momo, [cleo, emil])
  await momo.call(restrictUser, { user_id: emil.id, kind: 'read_only', until: null, reason: 'Insults' })
  // the same person twice, someone new, someone restricted, a guest, and the author
  for (const person of [cleo, cleo, dora, emil, gus, ben]) await report(person, id)
  assert.equal(await exists(ben, id), true)
  await report(momo, id)
  assert.equal(await exists(ben, id), false)
})

test('a bot’s message counts as its owner’s, who can’t hide it', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  const made = await ben.call(createBot, { short_name: 'loom', full_name: 'Loom' })
  const account = society.org.get(peopleCache).byId.get(made.user_id as UserId)
  assert.ok(account)
  const bot = new Person(society.server, society.org, society.subdomain, { ...account, apiKey: made.api_key })
  const id = await bot.sends('Buy this loom', place)
  await report(ben, id)
  assert.equal(await exists(ben, id), true)
  await welcome(momo, [cleo])
  await report(cleo, id)
  assert.equal(await exists(ben, id), false)
  assert.match((await noticesTo(ben)).at(-1) ?? '', /^Members reported your message/)
})

test('full members, private channels, and organizations without the setting aren’t affected', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  const { dora } = await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo, dora])
  const byFull = await dora.sends('Buy this loom', place)
  await report(cleo, byFull)
  await makeChannel(society.org, 'closed', [ben, cleo], { invite_only: true })
  const inPrivate = await ben.sends('Buy this loom', { channel: 'closed', topic: 'x' })
  await report(cleo, inPrivate)
  const direct = await ben.sends('Buy this loom', cleo)
  await report(cleo, direct)
  const inPublic = await ben.sends('Buy this loom', place)
  await ada.call(updateOrganization, { newcomer_reports_to_hide: 0 })
  await report(cleo, inPublic)
  await ada.call(updateOrganization, { newcomer_reports_to_hide: 1, waiting_period_threshold: 0 })
  await report(cleo, inPublic)
  for (const id of [byFull, inPrivate, direct, inPublic]) assert.equal(await exists(ben, id), true)
})

test('reports can’t be closed while they hide a message', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const message_id = await ben.sends('Buy this loom', place)
  await report(cleo, message_id)
  const report_id = (await reportsOf(momo))[0]?.id as number
  for (const state of ['handled', 'dismissed'] as const)
    await momo.refused(api.changeMessageReport, { report_id, state }, api.messageIsHidden)
  await momo.call(api.changeMessageReport, { report_id, state: 'open', note: 'Looks like spam' })
  await cleo.refused(api.restoreReportedMessage, { report_id }, mustBeModerator)
  await cleo.refused(api.deleteReportedMessage, { report_id }, mustBeModerator)
  await momo.refused(api.restoreReportedMessage, { report_id: 2 ** 40 }, api.noSuchReport)
  await cleo.refused(reportMessage, { message_id, report_type: 'spam' }, invalidMessages)
  assert.equal((await reportsOf(momo))[0]?.note, 'Looks like spam')
})

test('a restored message is hidden again only if its text changes', async ({ society, ada, momo, ben, cleo }) => {
  const { dora } = await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo, dora])
  const message_id = await ben.sends('My loom', place)
  await report(cleo, message_id)
  await momo.call(api.restoreReportedMessage, { report_id: (await reportsOf(momo))[0]?.id as number })
  await report(dora, message_id)
  assert.equal(await exists(ben, message_id), true)
  await editAndReport(message_id, { author: ben, reporter: cleo })
  assert.equal(await exists(ben, message_id), false)
})

test('reports don’t hide a text that a moderator released', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  await hold(ada)
  const held_id = await heldBy(ben, 'My loom')
  const { message_id } = await momo.call(releaseHeldMessage, { held_id })
  await report(cleo, message_id)
  assert.equal(await exists(ben, message_id), true)
  await editAndReport(message_id, { author: ben, reporter: cleo })
  assert.equal(await exists(ben, message_id), false)
})

test('hidden messages move with their topic', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const stream_id = await makeChannel(society.org, 'plaza', [ben, cleo])
  const [kept, id] = [
    await cleo.sends('Which loom?', place),
    await ben.sends('Buy this loom', { ...place, topic: 'Looms' }),
  ]
  const elsewhere = await ben.sends('Buy this boat', { ...place, topic: 'boats' })
  for (const one of [id, elsewhere]) await report(cleo, one)
  await ada.call(updateMessage, { message_id: kept, topic: '✔ looms', propagate_mode: 'change_all' })
  await ada.call(updateMessage, { message_id: kept, stream_id, topic: 'weaving', propagate_mode: 'change_all' })
  for (const { id: report_id } of await reportsOf(momo)) await momo.call(api.restoreReportedMessage, { report_id })
  const { messages } = await cleo.call(getMessages, { message_ids: [id, elsewhere] })
  assert.deepEqual(
    messages.map(({ display_recipient, subject }) => [display_recipient, subject]),
    [
      ['plaza', 'weaving'],
      ['general', 'boats'],
    ],
  )
})

test('two reports at once hide a message once', async ({ society, ada, momo, ben, cleo }) => {
  const { dora } = await openCommunity(society, { ada, momo })
  await welcome(momo, [cleo, dora])
  const id = await ben.sends('Buy this loom', place)
  const reader = await ada.register('delete_message')
  await Promise.all([report(cleo, id), report(dora, id)])
  assert.equal((await reader.of('delete_message')).length, 1)
  assert.deepEqual(
    (await reportsOf(momo)).map((one) => one.is_hidden),
    [true, true],
  )
  const [first, second] = (await reportsOf(momo)).map((one) => one.id) as [number, number]
  const decisions = await Promise.allSettled([
    momo.call(api.restoreReportedMessage, { report_id: first }),
    ada.call(api.deleteReportedMessage, { report_id: second }),
  ])
  assert.deepEqual(decisions.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('hidden messages stay restorable until a moderator decides, then for the usual time', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
  server,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const [kept, gone] = [await ben.sends('One', place), await ben.sends('Two', place)]
  for (const id of [kept, gone]) await report(cleo, id)
  server.clock.advance(40 * dayMs)
  await purgeDeleted(society.org, 30)
  const idOf = async (content: string) => (await reportsOf(momo)).find((one) => one.content === content)?.id as number
  await momo.call(api.restoreReportedMessage, { report_id: await idOf('One') })
  await momo.call(api.deleteReportedMessage, { report_id: await idOf('Two') })
  await purgeDeleted(society.org, 30)
  const archived = () =>
    society.org.db.read((tx) => raw(tx, 'select from deleted_message where org_id = $1', [society.org.id]))
  assert.equal((await archived()).length, 1)
  server.clock.advance(31 * dayMs)
  await purgeDeleted(society.org, 30)
  assert.deepEqual([(await archived()).length, await exists(ben, kept)], [0, true])
})

test('deleting a profile or its messages ends restoring, and leaves ordinary reports', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  const { dora } = await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  for (const [author, actions] of [
    [ben, { delete_public_channel_messages: true }],
    [dora, { delete_profile: true }],
  ] as const) {
    await report(cleo, await author.sends('Buy this loom', place))
    const report_id = (await reportsOf(momo))[0]?.id as number
    await ada.call(deactivateUser, { user_id: author.id, actions })
    await momo.refused(api.restoreReportedMessage, { report_id }, api.notHidden)
    assert.equal((await reportsOf(momo))[0]?.is_hidden, false)
    await momo.call(api.changeMessageReport, { report_id, state: 'handled' })
  }
})

test('messages of deactivated people and in archived or private channels can be restored', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const mara = await society.join('Mara', roles.moderator)
  const stream_id = await makeChannel(society.org, 'plaza', [ben, cleo, ada])
  const id = await ben.sends('Buy this loom', { channel: 'plaza', topic: 'x' })
  await report(cleo, id)
  await ada.call(updateChannel, { stream_id, is_private: true, history_public_to_subscribers: false })
  await ada.call(deactivateUser, { user_id: ben.id })
  const [hidden] = await reportsOf(mara)
  assert.deepEqual([hidden?.is_hidden, hidden?.content, hidden?.topic], [true, null, null])
  const report_id = hidden?.id as number
  await mara.refused(api.restoreReportedMessage, { report_id }, api.cannotDecide)
  await ada.call(updateChannel, { stream_id, is_archived: true })
  await momo.call(api.restoreReportedMessage, { report_id })
  assert.equal(await exists(ada, id), true)
})

test('restoring from the command line ends hiding', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const id = await ben.sends('Buy this loom', place)
  await report(cleo, id)
  await society.org.transact(null, (mutation) => restoreMessage(mutation, id))
  const [row] = await reportsOf(momo)
  assert.deepEqual([row?.is_hidden, row?.message_id], [false, id])
  await momo.call(api.changeMessageReport, { report_id: row?.id as number, state: 'dismissed' })
})

test('hidden messages don’t count towards full membership', async ({ society, ada, momo, cleo, server }) => {
  await openCommunity(society, { ada, momo }, 1)
  await ada.call(updateOrganization, { full_member_messages: 2 })
  await welcome(momo, [cleo])
  server.clock.advance(1_000)
  const late = await society.join('Late')
  await report(cleo, await late.sends('Buy this loom', place))
  server.clock.advance(4 * dayMs)
  await report(cleo, await late.sends('Buy that loom', place))
  assert.deepEqual(
    (await reportsOf(momo)).map((one) => one.is_hidden),
    [true, true],
  )
})

test('deleting all of someone’s messages includes hidden ones, and can be undone', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
  server,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const [hidden, other] = [await ben.sends('Buy this loom', place), await ben.sends('Buy that loom', place)]
  await report(cleo, hidden)
  const user_id = ben.id
  assert.equal((await momo.call(countDeletable, { user_id })).all.count, 2)
  const { deletion } = await momo.call(deleteMessagesOf, { user_id, period: 'all' })
  const runs = async () => (await momo.call(getModerationFile, { user_id })).deletions[0]
  while ((await runs())?.state === 'deleting') await server.runtime.timer.wake()
  assert.equal((await runs())?.deleted_count, 2)
  const [closed] = await reportsOf(momo)
  assert.deepEqual([closed?.is_hidden, closed?.state, closed?.action], [false, 'handled', 'message_deleted'])
  await momo.call(undoDeletion, { user_id, deletion_id: deletion.id })
  while ((await runs())?.state === 'restoring') await server.runtime.timer.wake()
  assert.deepEqual([await exists(ben, hidden), await exists(ben, other)], [true, true])
})

test('hidden messages are in their author’s export', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  await report(cleo, await ben.sends('Buy this loom', place))
  const { hidden_messages } = await ben.org.db.read((tx) => keptThings(tx, ben.id))
  assert.deepEqual(
    hidden_messages.map(({ topic, content }) => [topic, content]),
    [['looms', 'Buy this loom']],
  )
})

test('a reporter’s program can’t undo hiding, and needs no approval for it', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const agent = await agentFor(society, cleo, { name: 'Watcher' })
  const id = await ben.sends('Buy this loom', place)
  await report(agent, id)
  assert.equal(await exists(ben, id), false)
  const { acts } = await cleo.send('GET', '/agent_acts')
  const deeds = (acts as { deeds: { kind: string }[] }[]).flatMap((act) => act.deeds.map(({ kind }) => kind))
  assert.deepEqual(
    deeds.filter((kind) => kind === 'deletion'),
    [],
  )
})

test('moderators can open the files of a hidden message', async ({ society, ada, momo, ben, cleo }) => {
  await openCommunity(society, { ada, momo }, 1)
  await welcome(momo, [cleo])
  const { url } = await upload(ben, 'loom.txt', 'x')
  await report(cleo, await ben.sends(`Buy [this](${url})`, place))
  const [hidden] = await reportsOf(momo)
  assert.deepEqual(
    hidden?.files.map((file) => [file.name, file.url]),
    [['loom.txt', url]],
  )
  assert.deepEqual([(await fetchAs(momo, url)).status, (await fetchAs(cleo, url)).status], [200, 404])
  await momo.call(api.deleteReportedMessage, { report_id: hidden?.id as number })
  assert.deepEqual([(await reportsOf(momo))[0]?.files, (await fetchAs(momo, url)).status], [[], 404])
})

if (process.env.LOQUAT_TEST_DATABASE_URL)
  test('two reports in two processes hide a message once', async ({ society, server, ada, momo, ben, cleo }) => {
    const { dora } = await openCommunity(society, { ada, momo })
    await welcome(momo, [cleo, dora])
    const messageId = await ben.sends('Buy this loom', place)
    // its notice is the one that is reported to moderators first
    await report(momo, await ben.sends('Another loom', place))
    const [first] = await society.org.db.read((tx) =>
      raw<{ id: MessageId }>(tx, 'select notice_id id from message_report where org_id = $1', [society.org.id]),
    )
    const noticeId = first?.id as MessageId
    const twin = await twinOf(server)
    try {
      const there = await twin.organization(society.org.id)
      const kept = { messageId, noticeId, authorId: ben.id, kind: 'spam', description: '', content: 'Buy this loom' }
      await Promise.all([
        society.org.transact(cleo.id, (mutation) => keepReport(mutation, { ...kept, reporterId: cleo.id })),
        there?.transact(dora.id, (mutation) => keepReport(mutation, { ...kept, reporterId: dora.id })),
      ])
      assert.equal(await exists(ben, messageId), false)
      const deletions = await society.org.db.read((tx) =>
        raw(tx, "select from event_log where org_id = $1 and type = 'delete_message'", [society.org.id]),
      )
      assert.equal(deletions.length, 1)
      const shown = await reportsOf(momo)
      assert.deepEqual(
        shown.flatMap(({ is_hidden, reporter_id }) => (is_hidden ? [reporter_id] : [])).sort((x, y) => x - y),
        [cleo.id, dora.id].sort((x, y) => x - y),
      )
    } finally {
      await twin.stop()
      await twin.db.close()
    }
  })
