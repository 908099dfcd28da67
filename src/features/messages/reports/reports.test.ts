import { mustBeMember, mustBeModerator, roles } from '#contract'
import { assert, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { addAlertWords } from '../../text/alert-words/api.ts'
import { deleteMessage } from '../messages/api/delete.ts'
import { reportMessage, tooManyReports } from '../messages/api/report.ts'
import * as api from './api.ts'

async function openModeration({ org }: TestOrganization, ada: Person, momo: Person): Promise<void> {
  const id = await makeChannel(org, 'moderation', [ada, momo], { invite_only: true })
  await ada.send('PATCH', '/realm', { moderation_request_channel_id: id })
}

test('moderators see reports, newest first, and record what they did', async ({
  society,
  ada,
  momo,
  ines,
  ben,
  cleo,
}) => {
  await openModeration(society, ada, momo)
  const [watch, others] = [await momo.register('message_report'), await ben.register('message_report')]
  const rude = await ben.sends('rude words', cleo)
  const spam = await ben.sends('buy this', cleo)
  await cleo.call(reportMessage, { message_id: rude, report_type: 'harassment', description: 'Not nice' })
  await cleo.call(reportMessage, { message_id: spam, report_type: 'spam' })
  const { reports, open_count, has_more } = await momo.call(api.getMessageReports)
  assert.deepEqual(
    reports.map((one) => [one.kind, one.reporter_id, one.author_id, one.state, one.content, one.description]),
    [
      ['spam', cleo.id, ben.id, 'open', 'buy this', ''],
      ['harassment', cleo.id, ben.id, 'open', 'rude words', 'Not nice'],
    ],
  )
  assert.deepEqual([open_count, has_more], [2, false])
  const [newest, oldest] = reports.map(({ id }) => id) as [number, number]
  const change = { report_id: oldest, state: 'handled' as const, action: 'person_spoken_to' as const, note: 'A word' }
  await momo.call(api.changeMessageReport, { ...change, expected_state: 'open' })
  await ines.refused(api.changeMessageReport, { ...change, expected_state: 'open' }, api.changedConcurrently)
  await ines.call(api.changeMessageReport, { report_id: newest, state: 'dismissed' })
  const after = (await momo.call(api.getMessageReports)).reports
  assert.deepEqual(
    after.map((one) => [one.state, one.handled_by, one.action, one.note, one.handled_at !== null]),
    [
      ['dismissed', ines.id, null, '', true],
      ['handled', momo.id, 'person_spoken_to', 'A word', true],
    ],
  )
  await momo.call(api.changeMessageReport, { report_id: oldest, state: 'open' })
  const open = await momo.call(api.getMessageReports, { state: 'open' })
  assert.deepEqual(
    open.reports.map(({ id, handled_by, handled_at }) => [id, handled_by, handled_at]),
    [[oldest, null, null]],
  )
  const page = await momo.call(api.getMessageReports, { limit: 1 })
  assert.deepEqual([page.reports.map(({ id }) => id), page.has_more], [[newest], true])
  const rest = await momo.call(api.getMessageReports, { limit: 1, before: newest })
  assert.deepEqual([rest.reports.map(({ id }) => id), rest.has_more], [[oldest], false])
  const told = (await watch.of('message_report')).map(({ report_id, state }) => [report_id, state])
  assert.deepEqual(told, [
    [oldest, 'open'],
    [newest, 'open'],
    [oldest, 'handled'],
    [newest, 'dismissed'],
    [oldest, 'open'],
  ])
  assert.deepEqual(await others.of('message_report'), [])
  const { entries } = await ada.send('GET', '/audit_log', { action: 'PATCH /message_reports/{report_id}' })
  assert.equal((entries as unknown[]).length, 3)
})

test('a resolved report says that the author was warned, restricted, or banned', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openModeration(society, ada, momo)
  const message_id = await ben.sends('rude words', cleo)
  await cleo.call(reportMessage, { message_id, report_type: 'harassment' })
  const report_id = (await momo.call(api.getMessageReports)).reports[0]?.id as number
  for (const action of ['person_warned', 'person_restricted', 'person_banned'] as const) {
    await momo.call(api.changeMessageReport, { report_id, state: 'handled', action })
    assert.equal((await ada.call(api.getMessageReports)).reports[0]?.action, action)
  }
})

test('members and guests see no reports', async ({ ben, gus }) => {
  await ben.refused(api.getMessageReports, {}, mustBeModerator)
  await gus.refused(api.getMessageReports, {}, mustBeMember)
  await ben.refused(api.changeMessageReport, { report_id: 1, state: 'handled' }, mustBeModerator)
})

test("without access to the message or notice, only the report's existence is visible", async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openModeration(society, ada, momo)
  const mara = await society.join('Mara', roles.moderator)
  const place = await makeChannel(society.org, 'plaza', [ben, cleo])
  const direct = await ben.sends('secret words', cleo)
  const open = await ben.sends('open words', { channel: place, topic: 'x' })
  for (const message_id of [direct, open as never])
    await cleo.call(reportMessage, { message_id, report_type: 'other', description: 'He said so' })
  const { reports } = await mara.call(api.getMessageReports)
  assert.deepEqual(
    reports.map((one) => [one.is_readable, one.content, one.description, one.message_id, one.stream_id, one.topic]),
    [
      [true, 'open words', 'He said so', open, place, 'x'],
      [false, null, null, null, null, null],
    ],
  )
  assert.equal(reports[1]?.author_id, ben.id)
})

test('reported content survives deletion of the message, but not of the profile', async ({
  society,
  ada,
  momo,
  ben,
  cleo,
}) => {
  await openModeration(society, ada, momo)
  const message_id = await ben.sends('rude words', cleo)
  await cleo.call(reportMessage, { message_id, report_type: 'spam', description: 'Look' })
  await ben.call(deleteMessage, { message_id })
  const one = async () => (await momo.call(api.getMessageReports)).reports[0]
  assert.deepEqual([(await one())?.content, (await one())?.message_id], ['rude words', null])
  await ada.call(deactivateUser, { user_id: ben.id, actions: { delete_profile: true } })
  assert.deepEqual([(await one())?.content, (await one())?.description], ['', 'Look'])
})

test("one user can't fill the list of reports", async ({ society, ada, momo, ben, cleo }) => {
  await openModeration(society, ada, momo)
  const message_id = await ben.sends('hello', cleo)
  for (let at = 0; at < 100; at++) await cleo.call(reportMessage, { message_id, report_type: 'spam' })
  await cleo.refused(reportMessage, { message_id, report_type: 'spam' }, tooManyReports)
  const { reports } = await momo.call(api.getMessageReports, { limit: 200 })
  assert.equal(reports.length, 100)
  await momo.call(api.changeMessageReport, { report_id: reports[0]?.id as number, state: 'handled' })
  await cleo.call(reportMessage, { message_id, report_type: 'spam' })
})

test('a report quotes words without alerting moderators who follow them', async ({ society, ada, momo, ben, cleo }) => {
  await openModeration(society, ada, momo)
  await momo.call(addAlertWords, { alert_words: ['loom', 'Ben'] })
  const watch = await momo.register('message')
  const message_id = await ben.sends('This loom is junk', cleo)
  await cleo.call(reportMessage, { message_id, report_type: 'harassment', description: 'He hates my loom' })
  const [notice] = await watch.of('message')
  const { message, flags } = notice as unknown as { message: { content: string }; flags: string[] }
  assert.match(message.content, /This loom is junk/)
  assert.ok(!flags.includes('has_alert_word'))
})
