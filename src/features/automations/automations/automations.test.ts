import { type ChannelId, roles } from '#contract'
import { assert, test, type Watch } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { archiveChannel, updateChannel } from '../../channels/channels/api.ts'
import { at, noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { getBotApiKey } from '../../people/users/bot-api.ts'
import { noSuchBot, noSuchUser } from '../../people/users/errors.ts'
import * as api from './api.ts'
import {
  automationChanged,
  cannotCancel,
  cannotManageAutomations,
  cannotRetry,
  noSuchAutomation,
  noSuchRun,
} from './errors.ts'
import { automate, automations, daily, onMessage, post, runsOf, sentByBots } from './fixture.ts'
import * as store from './store.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const sent = async (watch: Watch) =>
  (await watch.of('message')).map(({ message }) => message as { content: string; subject: string; sender_id: number })
const day = 86_400

test('a schedule posts once at each scheduled time', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, { steps: [post(lunch, { text: 'Lunch on {date} @**all**?' })] })
  assert.equal(one.next_at, at(60))
  await passTo(server, 59)
  assert.deepEqual(await sent(inbox), [])
  await passTo(server, 60)
  await Promise.all([server.runtime.timer.wake(), server.runtime.timer.wake()])
  await passTo(server, 60 + day)
  const messages = await sent(inbox)
  assert.equal(messages.length, 2)
  assert.match(messages[0]?.content ?? '', /Lunch on Friday, May 17, 2030/)
  assert.deepEqual([messages[0]?.subject, messages[0]?.sender_id], ['soup', one.bot_id])
  const [now] = await automations(ada)
  assert.equal(now?.next_at, at(60 + 2 * day))
  assert.deepEqual(now?.last_run, { at: at(60 + day), state: 'done' })
  const runs = await runsOf(ada, one)
  assert.deepEqual(
    runs.map(({ state, cause_at, outcomes }) => [state, cause_at, outcomes.length]),
    [
      ['done', at(60 + day), 1],
      ['done', at(60), 1],
    ],
  )
})

test('steps run in order, in channels and direct messages', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  await automate(ada, {
    steps: [
      post(lunch, { text: 'First' }),
      { kind: 'direct_message', user_ids: [ben.id, cleo.id], text: 'Second' },
      post(lunch, { text: 'Third', topic: 'bread' }),
    ],
  })
  await passTo(server, 60)
  assert.deepEqual(
    (await sent(inbox)).map(({ content, subject }) => [content, subject]),
    [
      ['<p>First</p>', 'soup'],
      ['<p>Second</p>', ''],
      ['<p>Third</p>', 'bread'],
    ],
  )
})

test('only managers get events', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const [own, other] = [await ada.register(), await ben.register()]
  const { automation_id, revision } = await automate(ada, { steps: [post(lunch)] })
  await passTo(server, 60)
  await ada.call(api.updateAutomation, { automation_id, expected_revision: revision, name: 'Dinner reminder' })
  await ada.call(api.deleteAutomation, { automation_id })
  const ops = (watch: Watch) => watch.of('automation').then((list) => list.map(({ op }) => op))
  assert.deepEqual(await ops(own), ['add', 'update', 'update', 'update', 'remove'])
  const runs = (await own.of('automation_run')).map(({ run }) => (run as { state: string }).state)
  assert.deepEqual(runs, ['running', 'done'])
  assert.deepEqual([...(await ops(other)), ...(await other.of('automation_run'))], [])
  await own.agreesWithFreshRegister()
  await other.agreesWithFreshRegister()
  const { entries } = await ada.call(getAuditLog)
  assert.deepEqual(
    entries.map(({ action }) => action).filter((action) => action.includes('automations')),
    ['DELETE /automations/{automation_id}', 'PATCH /automations/{automation_id}', 'POST /automations'],
  )
})

test('editing an outdated revision is refused', async ({ ada, ines, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const { automation_id, revision } = await automate(ada, { steps: [post(lunch)] })
  const edit = { automation_id, expected_revision: revision }
  const { automation } = await ines.call(api.updateAutomation, { ...edit, is_enabled: false })
  assert.deepEqual([automation.revision, automation.next_at, automation.changed_by], [revision + 1, null, ines.id])
  await ada.refused(api.updateAutomation, { ...edit, name: 'Mine' }, automationChanged)
  assert.deepEqual(await automations(ada), [automation])
  const later = { automation_id, expected_revision: automation.revision }
  const again = await ada.call(api.updateAutomation, {
    ...later,
    is_enabled: true,
    trigger: { ...daily, repeat: 'weekly', weekdays: [1] },
  })
  assert.equal(again.automation.next_at, at(60 + 3 * day))
})

test('channel administrators manage automations of their channel only', async ({ ada, ben, cleo, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
  const soup = await makeChannel(society.org, 'soup', [ada, ben])
  await ada.call(updateChannel, {
    stream_id: lunch,
    can_administer_channel_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
  })
  const steps = [post(lunch)]
  await ben.refused(api.createAutomation, { name: 'x', trigger: daily, steps }, cannotManageAutomations)
  await ben.refused(
    api.createAutomation,
    { name: 'x', trigger: daily, steps, stream_id: soup },
    cannotManageAutomations,
  )
  const one = await automate(ben, { steps, stream_id: lunch })
  const elsewhere = { name: 'x', trigger: daily, steps: [post(lunch), post(soup)], stream_id: lunch }
  const { message } = await ben.refused(api.createAutomation, elsewhere)
  assert.equal(message, "Invalid steps[1].stream_id: must be the automation's channel")
  assert.deepEqual(await automations(cleo), [])
  await cleo.refused(api.getAutomationRuns, { automation_id: one.automation_id }, noSuchAutomation)
  await cleo.refused(api.deleteAutomation, { automation_id: one.automation_id }, noSuchAutomation)
  const inbox = await cleo.register('message')
  await passTo(server, 60)
  assert.equal((await sent(inbox)).length, 1)
})

test('new members and people who can’t create bots can’t automate their channels', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  await ada.call(updateChannel, {
    stream_id: lunch,
    can_administer_channel_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
  })
  const mine = { name: 'x', trigger: daily, steps: [post(lunch)], stream_id: lunch }
  const { automation_id, revision } = await automate(ben, mine)
  const edit = { automation_id, expected_revision: revision }
  await ada.call(updateOrganization, { can_create_bots_group: { direct_members: [], direct_subgroups: [] } })
  await ben.refused(api.createAutomation, { ...mine, name: 'y' }, cannotManageAutomations)
  await ben.refused(api.updateAutomation, { ...edit, name: 'y' }, cannotManageAutomations)
  await ada.call(updateOrganization, {
    can_create_bots_group: { direct_members: [ben.id], direct_subgroups: [] },
    waiting_period_threshold: 1_000,
  })
  await ben.refused(api.createAutomation, { ...mine, name: 'y' }, cannotManageAutomations)
  await ben.refused(api.updateAutomation, { ...edit, steps: [post(lunch)] }, cannotManageAutomations)
  await ben.call(api.updateAutomation, { ...edit, is_enabled: false })
  await ben.call(api.deleteAutomation, { automation_id })
})

test('moderators can stop automations of channels they can read', async ({ ada, ben, momo, society }) => {
  const [lunch, council] = [
    await makeChannel(society.org, 'lunch', [ada, ben]),
    await makeChannel(society.org, 'council', [ada, ben], { invite_only: true }),
  ]
  const events = await momo.register()
  const { automation_id } = await automate(ada, { steps: [post(lunch)], stream_id: lunch })
  const hidden = await automate(ada, { name: 'Council', steps: [post(council)], stream_id: council })
  assert.deepEqual(
    (await automations(momo)).map((one) => one.automation_id),
    [automation_id],
  )
  assert.equal((await events.of('automation')).length, 1)
  await momo.refused(api.deleteAutomation, { automation_id: hidden.automation_id }, noSuchAutomation)
  await momo.call(api.deleteAutomation, { automation_id })
})

test('managers who can’t read a newly used channel lose the automation', async ({ ada, ines, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const { automation_id, revision } = await automate(ada, { steps: [post(lunch)] })
  const [adaEvents, inesEvents] = [await ada.register(), await ines.register()]
  await ada.call(api.updateAutomation, { automation_id, expected_revision: revision, steps: [post(council)] })
  assert.deepEqual(await automations(ines), [])
  const ops = (watch: Watch) => watch.of('automation').then((list) => list.map(({ op }) => op))
  assert.deepEqual([await ops(adaEvents), await ops(inesEvents)], [['update'], ['remove']])
})

test('administrators don’t see automations of private channels they can’t read', async ({ ada, ines, society }) => {
  const council = await makeChannel(society.org, 'council', [ada], { invite_only: true })
  const events = await ines.register()
  const { automation_id } = await automate(ada, { steps: [post(council)] })
  assert.deepEqual(await automations(ines), [])
  assert.deepEqual(await events.of('automation'), [])
  await ines.refused(api.deleteAutomation, { automation_id }, noSuchAutomation)
  const listens = await automate(ada, {
    ...{ name: 'Listens', trigger: onMessage({ stream_id: council }) },
    steps: [{ kind: 'direct_message', user_ids: null, text: 'Thanks' }],
  })
  assert.deepEqual(await automations(ines), [])
  const { automation_id: id, revision } = listens
  await ada.sends('Hi', { channel: council, topic: 'plans' })
  const [run] = await runsOf(ada, listens)
  await ines.refused(api.getAutomationRuns, { automation_id: id }, noSuchAutomation)
  await ines.refused(api.updateAutomation, { automation_id: id, expected_revision: revision }, noSuchAutomation)
  await ada.call(api.updateAutomation, { automation_id: id, expected_revision: revision, trigger: onMessage() })
  assert.deepEqual(await runsOf(ines, listens), [])
  await ines.refused(api.retryAutomationRun, { run_id: run?.run_id ?? 0 }, noSuchRun)
})

test('several posts of a run can be in a channel with slow mode', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  await ada.call(updateChannel, { stream_id: lunch, slow_mode_seconds: 3_600 })
  const one = await automate(ada, { steps: [post(lunch), post(lunch)] })
  await passTo(server, 60)
  assert.deepEqual(
    (await runsOf(ada, one)).map(({ state }) => state),
    ['done'],
  )
})

test('invalid steps and schedules name the parameter', async ({ ada, ben, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const secret = await makeChannel(society.org, 'secret', [ben], { invite_only: true })
  const refusal = async (trigger: object, steps: object[]) =>
    (await ada.refusedRaw('POST', '/automations', { name: 'Lunch', trigger, steps })).message
  assert.match(await refusal(daily, [post(lunch), post(1_000_000)]), /Invalid steps\[1\]\.stream_id: is not a channel/)
  assert.match(await refusal(daily, [post(secret)]), /steps\[0\]\.stream_id/)
  const message = { kind: 'direct_message', user_ids: [1_000_000], text: 'Hi' }
  assert.match(await refusal(daily, [message]), /Invalid steps\[0\]\.user_ids: 1000000 is not an active user/)
  assert.match(await refusal(daily, [{ ...post(lunch), text: '' }]), /Invalid steps: /)
  assert.match(await refusal(daily, [{ kind: 'explode' }]), /Invalid steps: /)
  assert.match(await refusal(daily, Array(11).fill(post(lunch))), /Invalid steps: is too long \(limit: 10 items\)/)
  assert.match(await refusal({ ...daily, timezone: 'Mars/Base' }, [post(lunch)]), /Invalid trigger: .*time zone/)
  assert.match(await refusal({ ...daily, time: '25:00' }, [post(lunch)]), /Invalid trigger: /)
  assert.match(await refusal({ ...daily, repeat: 'weekly' }, [post(lunch)]), /Invalid trigger: .*weekday/)
  assert.deepEqual(await automations(ada), [])
})

test('a run that fails can be retried, and five in a row pause the automation', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, { steps: [post(lunch, { text: 'One' }), post(lunch, { text: 'Two' })] })
  await ada.call(archiveChannel, { stream_id: lunch })
  for (let n = 0; n < 5; n++) await passTo(server, 60 + n * day)
  const [paused] = await automations(ada)
  assert.deepEqual(
    [paused?.is_enabled, paused?.paused_because, paused?.failures, paused?.next_at],
    [false, 'failures', 5, null],
  )
  const [run, ...more] = await runsOf(ada, one)
  assert.deepEqual([run?.state, run?.step, run?.failure, more.length], ['failed', 0, 'This channel is archived.', 4])
  await ada.call(updateChannel, { stream_id: lunch, is_archived: false })
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  await server.runtime.timer.wake()
  assert.deepEqual(
    (await sent(inbox)).map(({ content }) => content).filter((text) => /One|Two/.test(text)),
    ['<p>One</p>', '<p>Two</p>'],
  )
  assert.deepEqual((await automations(ada))[0]?.failures, 0)
  await ada.refused(api.retryAutomationRun, { run_id: run?.run_id ?? 0 }, cannotRetry)
})

test('canceling a run skips its remaining steps', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const automation = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [post(lunch)] })
  await ben.sends('Hi', { channel: lunch, topic: 'soup' })
  const [run] = await runsOf(ada, automation)
  const { run_id = 0 } = run ?? {}
  await ben.refused(api.cancelAutomationRun, { run_id }, noSuchRun)
  await ada.call(api.cancelAutomationRun, { run_id })
  assert.deepEqual(await sentByBots(server, inbox, [automation]), [])
  assert.deepEqual(
    (await runsOf(ada, automation)).map(({ state, outcomes }) => [state, outcomes]),
    [['canceled', []]],
  )
  assert.equal((await automations(ada))[0]?.last_run?.state, 'canceled')
  await ada.refused(api.cancelAutomationRun, { run_id }, cannotCancel)
  await ada.refused(api.retryAutomationRun, { run_id }, cannotRetry)
})

test('a run that’s too late is recorded as missed', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, { steps: [post(lunch)] })
  await passTo(server, 60 + 2 * day + 3_600)
  assert.deepEqual(await sent(inbox), [])
  assert.deepEqual(
    (await runsOf(ada, one)).map(({ state, cause_at }) => [state, cause_at]),
    [['missed', at(60)]],
  )
  assert.equal((await automations(ada))[0]?.next_at, at(60 + 3 * day))
})

test('a run that was interrupted continues with its next step', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const one = await automate(ada, { steps: [post(lunch, { text: 'One' }), post(lunch, { text: 'Two' })] })
  await passTo(server, 60)
  // as if the process had died after the first step
  const [run] = await runsOf(ada, one)
  const interrupt = () =>
    society.org.transact(null, ({ tx }) =>
      tx
        .updateTable('automation_run')
        .set({ step: 1, state: 'running', due_at: new Date(at(60) * 1000) })
        .where('id', '=', run?.run_id ?? 0)
        .execute(),
    )
  await interrupt()
  await Promise.all(Array.from({ length: 4 }, () => server.runtime.timer.wake()))
  assert.deepEqual(
    (await sent(inbox)).map(({ content }) => content),
    ['<p>One</p>', '<p>Two</p>', '<p>Two</p>'],
  )
  await interrupt()
  await passTo(server, 60 + 3_600)
  assert.deepEqual((await automations(ada))[0]?.last_run?.state, 'missed')
  assert.equal((await sent(inbox)).length, 3)
})

test('automations due at the same time each run once', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const names = Array.from({ length: 12 }, (_, n) => `Automation ${n}`)
  for (const name of names) await automate(ada, { name, steps: [post(lunch, { text: name })] })
  server.clock.set(new Date(at(60) * 1000))
  await Promise.all(Array.from({ length: 5 }, () => server.runtime.timer.wake()))
  assert.deepEqual(
    (await sent(inbox)).map(({ content }) => content).sort(),
    names.map((name) => `<p>${name}</p>`).sort(),
  )
})

test('an automation’s bot can’t be administered, and its key can’t be read', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const watch = await ada.register()
  const { bot_id, automation_id } = await automate(ada, { steps: [post(lunch)] })
  await ada.refused(getBotApiKey, { bot_id }, noSuchBot)
  await ada.refused(deactivateUser, { user_id: bot_id }, noSuchUser)
  await watch.agreesWithFreshRegister()
  const users = watch.reduced().realm_users as { user_id: number; is_automation?: boolean; role: number }[]
  const bot = users.find(({ user_id }) => user_id === bot_id)
  assert.deepEqual([bot?.is_automation, bot?.role], [true, roles.member])
  await ada.call(api.deleteAutomation, { automation_id })
  await watch.agreesWithFreshRegister()
})

test('an organization has up to 200 automations, and a channel 20', async ({ ada, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const one = { name: 'One more', trigger: daily, steps: [post(lunch)] }
  await automate(ada, { steps: [post(lunch)], stream_id: lunch })
  const copies = (count: number, channel_id: ChannelId | null) =>
    society.org.transact(null, async ({ tx }) => {
      const { id: _, ...row } = (await store.list(tx, society.org.id))[0] as store.Stored
      for (let n = 0; n < count; n++) await store.insert(tx, { ...row, channel_id })
    })
  await copies(19, lunch)
  const { message } = await ada.refused(api.createAutomation, { ...one, stream_id: lunch }, tooManyKept)
  assert.match(message, /limit: 20\)/)
  await copies(180, null)
  assert.match((await ada.refused(api.createAutomation, one, tooManyKept)).message, /limit: 200\)/)
})
