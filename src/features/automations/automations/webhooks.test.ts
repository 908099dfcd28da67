import { createHmac } from 'node:crypto'
import { assert, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { standardSignature } from '../../integrations/incoming-webhooks/public.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import * as api from './api.ts'
import { cannotRaiseLimit, noSuchAutomation, noWebhook } from './errors.ts'
import { automate, automations, daily, deliver, keyIn, onMessage, post, runsOf, sentByBots } from './fixture.ts'
import { maxRunsPerHour } from './limits.ts'
import * as store from './store.ts'
import { getAutomationWebhook, renewAutomationWebhook, setAutomationWebhookSecret } from './webhook-api.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const onWebhook = { kind: 'webhook' as const }

const addEarlierRuns = ({ org }: TestOrganization, { automation_id }: Automation, count: number) =>
  org.transact(null, async ({ tx, now }) => {
    const row = (await store.find(tx, org.id, automation_id)) as store.Stored
    for (let n = 0; n < count; n++)
      await store.insertRun(tx, {
        ...{ org_id: org.id, automation_id: row.id, trigger: row.trigger, steps: row.steps, state: 'done' },
        ...{ once_key: `earlier ${n}`, cause_at: now, started_at: now },
      })
  })

test('posted JSON starts a run, and its values are inserted as plain text', async ({ ada, ben, server, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada, ben])
  const inbox = await ben.register('message')
  const text =
    'Build {webhook.build.number} by {webhook.authors.0.name}: {webhook.status}, {webhook.tags}, {webhook.none}, {webhook.empty} {webhook.constructor} {person} {date}'
  const automation = await automate(ada, { trigger: onWebhook, steps: [post(builds, { text })] })
  const { url } = await ada.call(getAutomationWebhook, { automation_id: automation.automation_id })
  assert.match(url ?? '', /\/api\/v1\/external\/automation\?api_key=[\w-]{32}$/)
  const reply = await deliver(society, keyIn(url), {
    build: { number: 7 },
    authors: [{ name: '@**all** @**Ben** [link](https://evil.example) {date}' }],
    status: '**failed**',
    tags: ['a', 'b'],
    empty: '',
  })
  assert.equal(reply.status, 200)
  const [run] = await runsOf(ada, automation)
  assert.equal((reply.json as { run_id: number }).run_id, run?.run_id)
  const [message] = await sentByBots(server, inbox, [automation])
  assert.equal(
    message?.content,
    '<p>Build 7 by @**all** @**Ben** [link](https://evil.example) {date}: **failed**, ["a","b"], {webhook.none}, … {webhook.constructor} {person} Friday, May 17, 2030</p>',
  )
  const [done] = await runsOf(ada, automation)
  assert.deepEqual([done?.state, done?.person_id, done?.message_id], ['done', null, null])
  assert.deepEqual((await automations(ada))[0]?.last_run?.state, 'done')
})

test('a repeated delivery starts one run', async ({ ada, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada])
  const automation = await automate(ada, { trigger: onWebhook, steps: [post(builds)] })
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id: automation.automation_id })).url)
  const deliveries = await Promise.all([
    deliver(society, key, { n: 1 }, { idempotency_key: 'first' }),
    deliver(society, key, { n: 1 }, { idempotency_key: 'first' }),
    deliver(society, key, { n: 2 }, { headers: { 'webhook-id': 'second' } }),
    deliver(society, key, { n: 2 }, { headers: { 'webhook-id': 'second' } }),
    deliver(society, key, { n: 3 }, { headers: { 'idempotency-key': 'third' } }),
    deliver(society, key, { n: 4 }),
    deliver(society, key, { n: 4 }),
  ])
  assert.ok(deliveries.every(({ status }) => status === 200))
  assert.equal(new Set(deliveries.map(({ json }) => (json as { run_id: number }).run_id)).size, 5)
  assert.equal((await runsOf(ada, automation)).length, 5)
})

test('wrong keys, invalid bodies, and automations that are off start nothing', async ({ ada, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada])
  const automation = await automate(ada, { trigger: onWebhook, steps: [post(builds)] })
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id: automation.automation_id })).url)
  const other = await TestOrganization.found(society.server)
  for (const [status, reply] of [
    [404, await deliver(society, 'x'.repeat(32), {})],
    [404, await deliver(other, key, {})],
    [400, await deliver(society, key, '{"a":')],
    [400, await deliver(society, key, '"a"')],
    [413, await deliver(society, key, { a: 'x'.repeat(64 * 1_024) })],
    [400, await deliver(society, key, {}, { idempotency_key: 'x'.repeat(101) })],
  ] as const)
    assert.equal(reply.status, status, reply.text)
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  const { automation: turnedOff } = await ada.call(api.updateAutomation, { ...edit, is_enabled: false })
  assert.equal((await deliver(society, key, {})).status, 404)
  const on = { ...edit, expected_revision: turnedOff.revision, is_enabled: true }
  await ada.call(api.updateAutomation, on)
  assert.equal((await deliver(society, key, {})).status, 200)
  assert.equal((await runsOf(ada, automation)).length, 1)
})

test('only managers can see and renew the address, and the previous key stops working', async ({
  ada,
  ben,
  society,
}) => {
  const builds = await makeChannel(society.org, 'builds', [ada, ben])
  const automation = await automate(ada, { trigger: onWebhook, steps: [post(builds)] })
  const { automation_id } = automation
  const watch = await ada.register()
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id })).url)
  for (const endpoint of [getAutomationWebhook, renewAutomationWebhook])
    await ben.refused(endpoint, { automation_id }, noSuchAutomation)
  const renewed = keyIn((await ada.call(renewAutomationWebhook, { automation_id })).url)
  assert.notEqual(renewed, key)
  assert.equal((await deliver(society, key, {})).status, 404)
  assert.equal((await deliver(society, renewed, {})).status, 200)
  const entries = JSON.stringify(await ada.call(getAuditLog, {}))
  assert.match(entries, /webhook\/renew/)
  const seen = [entries, JSON.stringify(await automations(ada)), JSON.stringify(await watch.of('automation'))]
  for (const text of seen) assert.ok(!text.includes(renewed) && !text.includes(key))

  const edit = { automation_id, expected_revision: automation.revision }
  const { automation: scheduled } = await ada.call(api.updateAutomation, { ...edit, trigger: daily })
  await ada.refused(getAutomationWebhook, { automation_id }, noWebhook)
  assert.equal((await deliver(society, renewed, {})).status, 404)
  await ada.call(api.updateAutomation, { ...edit, expected_revision: scheduled.revision, trigger: onWebhook })
  assert.notEqual(keyIn((await ada.call(getAutomationWebhook, { automation_id })).url), renewed)
})

test('deliveries over the limit are refused without pausing the automation', async ({ ada, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada])
  const automation = await automate(ada, { trigger: onWebhook, steps: [post(builds)] })
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id: automation.automation_id })).url)
  await addEarlierRuns(society, automation, maxRunsPerHour.automation)
  const reply = await deliver(society, key, {})
  assert.equal(reply.status, 400)
  assert.match(reply.text, /can run up to 60 times an hour/)
  assert.equal((await automations(ada))[0]?.is_enabled, true)
})

test('administrators raise how often an automation can run, and other managers can’t', async ({
  ada,
  ines,
  momo,
  server,
  society,
}) => {
  const builds = await makeChannel(society.org, 'builds', [ada, ines, momo])
  const watch = await momo.register()
  const params = { name: 'CI', trigger: onWebhook, steps: [post(builds)], stream_id: builds }
  await momo.refused(api.createAutomation, { ...params, max_runs_per_hour: 61 }, cannotRaiseLimit)
  const automation = await automate(momo, params)
  assert.equal(automation.max_runs_per_hour, 60)
  const { automation_id } = automation
  const edit = { automation_id, expected_revision: automation.revision }
  await momo.refused(api.updateAutomation, { ...edit, max_runs_per_hour: 600 }, cannotRaiseLimit)
  for (const max_runs_per_hour of [0, 59, 601, 1.5])
    assert.match(
      (await ines.refusedRaw('PATCH', `/automations/${automation_id}`, { ...edit, max_runs_per_hour })).message,
      /max_runs_per_hour/,
    )
  const { automation: raised } = await ines.call(api.updateAutomation, { ...edit, max_runs_per_hour: 62 })
  const { entries } = await ada.call(getAuditLog, { action: 'PATCH /automations/{automation_id}' })
  assert.match(JSON.stringify(entries[0]), /max_runs_per_hour.{1,6}62/)
  // managers keep it when they change other parts
  const renamed = { automation_id, expected_revision: raised.revision, name: 'Builds', max_runs_per_hour: 62 }
  assert.equal((await momo.call(api.updateAutomation, renamed)).automation.max_runs_per_hour, 62)
  await watch.agreesWithFreshRegister()
  server.clock.advance(1_000)
  await addEarlierRuns(society, automation, 61)
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id })).url)
  assert.equal((await deliver(society, key, { n: 1 })).status, 200)
  assert.match((await deliver(society, key, { n: 2 })).text, /can run up to 62 times an hour/)
})

test('webhook triggers have no person, message, or topic', async ({ ada, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada])
  const refusal = async (steps: object[], conditions: object[] = []) =>
    (await ada.refusedRaw('POST', '/automations', { name: 'CI', trigger: onWebhook, steps, conditions })).message
  assert.match(await refusal([{ kind: 'post', stream_id: null, text: 'Hi' }]), /^Invalid steps\[0\]\.stream_id/)
  assert.match(await refusal([{ kind: 'react', emoji_name: 'tada' }]), /^Invalid steps\[0\]\.kind/)
  assert.match(await refusal([post(builds)], [{ kind: 'first_time' }]), /^Invalid conditions\[0\]\.kind/)
  const automation = await automate(ada, { trigger: onMessage(), steps: [post(builds)] })
  await ada.refused(getAutomationWebhook, { automation_id: automation.automation_id }, noWebhook)
})

test('with a secret, only deliveries signed with it start a run', async ({ ada, ben, server, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada, ben])
  const automation = await automate(ada, { trigger: onWebhook, steps: [post(builds)] })
  const { automation_id } = automation
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id })).url)
  await ben.refused(setAutomationWebhookSecret, { automation_id, secret: 'loom' }, noSuchAutomation)
  await ada.call(setAutomationWebhookSecret, { automation_id, secret: 'loom' })
  assert.equal((await ada.call(getAutomationWebhook, { automation_id })).has_secret, true)
  const body = '{"build": 7}'
  const hub = (secret: string) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })
  const standard = (secret: string, time = noon) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(time),
    'webhook-signature': standardSignature(secret, { id: 'msg_1', time: String(time), body: Buffer.from(body) }),
  })
  for (const [headers, pattern] of [
    [{}, /is not signed/],
    [hub('wrong'), /signature or secret is wrong/],
    [standard('wrong'), /signature or secret is wrong/],
    [standard('loom', noon - 600), /more than five minutes off/],
    [{ ...standard('loom'), 'webhook-id': 'msg_2' }, /signature or secret is wrong/],
  ] as const) {
    const reply = await deliver(society, key, body, { headers })
    assert.deepEqual([reply.status, pattern.test(reply.text)], [401, true], reply.text)
  }
  assert.equal((await deliver(society, key, `${body} `, { headers: hub('loom') })).status, 401)
  assert.deepEqual(await runsOf(ada, automation), [])
  assert.equal((await deliver(society, key, body, { headers: hub('loom') })).status, 200)
  // the signed ID counts
  for (const idempotency_key of ['one', 'two'])
    assert.equal((await deliver(society, key, body, { headers: standard('loom'), idempotency_key })).status, 200)
  await server.runtime.timer.wake()
  assert.equal((await runsOf(ada, automation)).length, 2)
  assert.ok(!JSON.stringify(await ada.call(getAuditLog, {})).includes('loom'))
  await ada.call(setAutomationWebhookSecret, { automation_id, secret: '' })
  assert.equal((await deliver(society, key, body)).status, 200)
})

test('a list that a webhook posted is kept while the run waits', async ({ ada, server, society }) => {
  const builds = await makeChannel(society.org, 'builds', [ada])
  const inbox = await ada.register('message')
  const steps = [{ kind: 'wait' as const, minutes: 1 }, post(builds, { text: '{webhook.0.n}' })]
  const automation = await automate(ada, { trigger: onWebhook, steps })
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id: automation.automation_id })).url)
  await deliver(society, key, [{ n: 7 }])
  await server.runtime.timer.wake()
  server.clock.advance(60_000)
  const [message] = await sentByBots(server, inbox, [automation])
  assert.equal(message?.content, '<p>7</p>')
})
