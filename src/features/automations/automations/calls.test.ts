import { createHmac } from 'node:crypto'
import { countRows } from '#platform/db'
import { assert, type TestOrganization, type TestServer } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import type { WebServer } from '../../../../test/harness/web.ts'
import { test } from '../../integrations/outgoing-webhooks/fixture.ts'
import { noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import * as api from './api.ts'
import { getCallSecret, renewCallSecret } from './call-api.ts'
import { automationCalls } from './due.ts'
import { noCalls, noSuchAutomation, notAuthorized } from './errors.ts'
import { automate, automations, daily, deliver, keyIn, onMessage, post, reply, runsOf, sentByBots } from './fixture.ts'
import { maxRunsPerHour } from './limits.ts'
import * as store from './store.ts'
import { getAutomationWebhook } from './webhook-api.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const call = (url: string, text = '') => ({ kind: 'call' as const, url, text })

const queued = ({ org }: TestOrganization) => org.db.read((tx) => countRows(tx, 'automation_call', 'org_id', org.id))

/** Makes calls, and runs what they start, until none are left. */
async function settle({ runtime }: TestServer, turns = 3): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await runtime.timer.wake()
    await automationCalls.settled(runtime)
  }
  await runtime.timer.wake()
}

const fails = (web: WebServer, status: number) => {
  web.answer = (_request, response) => {
    response.statusCode = status
    return { error: status }
  }
}

test('a call posts signed JSON, and its answer fills placeholders of later steps', async ({
  ada,
  ben,
  server,
  society,
  web,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  web.answer = () => ({ ticket: { id: 7, by: '@**all**' }, tags: ['a'] })
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [
      call(`${web.url}/tickets`, 'From {person}: {message.text} in {topic}'),
      { kind: 'wait', minutes: 1 },
      reply('{call.ticket.id} {call.ticket.by} {call.tags.0} {call.none}'),
    ],
  })
  const { secret } = await ada.call(getCallSecret, { automation_id: automation.automation_id })
  const message_id = await ben.sends('Too **salty**', { channel: lunch, topic: 'soup' })
  await settle(server)
  const [request] = web.requests
  const [run] = await runsOf(ada, automation)
  const id = `${run?.run_id}/0`
  const { headers, body = '', method, path } = request ?? {}
  assert.deepEqual(
    [method, path, headers?.['content-type'], headers?.['idempotency-key'], headers?.['webhook-id']],
    ['POST', '/tickets', 'application/json', id, id],
  )
  const key = Buffer.from((secret ?? '').replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${headers?.['webhook-timestamp']}.${body}`).digest('base64')
  assert.equal(headers?.['webhook-signature'], `v1,${expected}`)
  const { cause, ...rest } = JSON.parse(body)
  assert.deepEqual(rest.automation, { automation_id: automation.automation_id, name: 'Lunch reminder' })
  assert.deepEqual([rest.webhook, rest.run.step, rest.run.trigger], [null, 0, 'message'])
  assert.equal(rest.text, 'From Ben: Too **salty** in soup')
  assert.deepEqual(
    [cause.person.user_id, cause.channel, cause.topic, cause.message.message_id, cause.message.content],
    [ben.id, { stream_id: lunch, name: 'lunch' }, 'soup', message_id, 'Too **salty**'],
  )
  await passTo(server, 60)
  const [sent] = await sentByBots(server, inbox, [automation])
  assert.equal(sent?.content, '<p>7 @**all** a {call.none}</p>')
  const stored = await society.org.db.read((tx) => store.findRun(tx, society.org.id, run?.run_id ?? 0))
  assert.deepEqual([stored?.state, stored?.answer, web.requests.length], ['done', null, 1])
})

test('server errors are retried with the same key, and a client error fails the run', async ({
  ada,
  server,
  society,
  web,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const inbox = await ada.register('message')
  const automation = await automate(ada, { steps: [call(web.url), post(lunch, { text: 'Got {call.n}' })] })
  fails(web, 503)
  await passTo(server, 60)
  for (const secs of [66, 100]) {
    await settle(server)
    await passTo(server, secs)
  }
  await settle(server)
  assert.deepEqual([web.requests.length, (await runsOf(ada, automation))[0]?.state], [3, 'running'])
  fails(web, 429)
  await passTo(server, 300)
  await settle(server)
  const [run] = await runsOf(ada, automation)
  assert.deepEqual(
    [web.requests.length, run?.state, run?.step, run?.failure],
    [4, 'failed', 0, 'The call failed: it answered with status 429'],
  )
  fails(web, 404)
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  await settle(server)
  assert.deepEqual([web.requests.length, (await runsOf(ada, automation))[0]?.state], [5, 'failed'])
  web.answer = () => ({ n: 3 })
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  await settle(server)
  const sent = await sentByBots(server, inbox, [automation])
  assert.deepEqual(
    sent.map(({ content }) => content),
    ['<p>Got 3</p>'],
  )
  assert.equal(new Set(web.requests.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

test('private addresses, redirects, and long or unusable answers fail the run', async ({
  ada,
  server,
  society,
  web,
}) => {
  await makeChannel(society.org, 'lunch', [ada])
  const failureOf = async (url: string) => {
    const automation = await automate(ada, { name: `Call ${url}`.slice(0, 50), steps: [call(url)] })
    server.clock.set(new Date(((await automations(ada)).at(-1)?.next_at ?? 0) * 1_000))
    await settle(server)
    const [run] = await runsOf(ada, automation)
    await ada.call(api.deleteAutomation, { automation_id: automation.automation_id })
    return run?.failure ?? run?.state
  }
  assert.match((await failureOf('http://10.0.0.1/')) ?? '', /is not at a public address/)
  web.answer = (_request, response) => {
    response.writeHead(302, { location: web.url }).end()
  }
  assert.match((await failureOf(`${web.url}/redirect`)) ?? '', /status 302/)
  web.answer = () => ({ long: 'x'.repeat(64 * 1_024) })
  assert.match((await failureOf(`${web.url}/long`)) ?? '', /longer than 65536 bytes/)
  web.answer = () => ({ text: 'a\0b' })
  assert.match((await failureOf(`${web.url}/null`)) ?? '', /cannot contain null bytes/)
  let deep: unknown = 1
  for (let level = 0; level < 100; level++) deep = [deep]
  web.answer = () => deep
  assert.match((await failureOf(`${web.url}/deep`)) ?? '', /nested too deeply/)
  web.answer = (_request, response) => void response.end('thanks')
  assert.equal(await failureOf(`${web.url}/text`), 'done')
})

test('a canceled run makes no further calls, and its answer is ignored', async ({ ada, server, society, web }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const inbox = await ada.register('message')
  const automation = await automate(ada, { steps: [call(web.url), post(lunch)] })
  web.answer = async () => {
    const [run] = await runsOf(ada, automation)
    await ada.call(api.cancelAutomationRun, { run_id: run?.run_id ?? 0 })
    return { n: 1 }
  }
  await passTo(server, 60)
  await settle(server)
  assert.deepEqual([web.requests.length, (await runsOf(ada, automation))[0]?.state], [1, 'canceled'])
  assert.deepEqual(await sentByBots(server, inbox, [automation]), [])
  assert.equal(await queued(society), 0)
})

test('saving a call requires permission to create bots and a web address', async ({ ada, ines, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ines])
  const refusal = async (step: object, more: object = {}) =>
    (await ines.refusedRaw('POST', '/automations', { name: 'A', trigger: daily, steps: [step], ...more })).message
  for (const url of ['ftp://example.com', 'example.com', 'https://ada:secret@example.com'])
    assert.match(await refusal(call(url)), /^Invalid steps\[0\]\.url: must be a web address/)
  assert.match(await refusal(call(`https://example.com/${'x'.repeat(2_000)}`)), /^Invalid steps/)
  const automation = await automate(ines, { steps: [call('https://example.com')] })
  const onlyAda = { new: { direct_members: [ada.id], direct_subgroups: [] } }
  await ada.call(updateOrganization, { can_create_bots_group: onlyAda })
  assert.match(await refusal(call('https://example.com')), /^Invalid steps\[0\]\.kind: requires permission/)
  const edit = { automation_id: automation.automation_id, expected_revision: automation.revision }
  const renamed = await ines.refusedRaw('PATCH', `/automations/${automation.automation_id}`, {
    ...{ expected_revision: automation.revision, name: 'B' },
  })
  assert.match(renamed.message, /^Invalid steps\[0\]\.kind/)
  await ines.call(api.updateAutomation, { ...edit, is_enabled: false })
  await automate(ada, { name: 'C', stream_id: lunch, steps: [call('https://example.com')] })
})

test('only managers see the signing secret, and the previous one is no longer used', async ({
  ada,
  ben,
  server,
  society,
  web,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { steps: [call(web.url)] })
  const { automation_id } = automation
  const { secret } = await ada.call(getCallSecret, { automation_id })
  for (const endpoint of [getCallSecret, renewCallSecret])
    await ben.refused(endpoint, { automation_id }, noSuchAutomation)
  const renewed = await ada.call(renewCallSecret, { automation_id })
  assert.notEqual(renewed.secret, secret)
  const seen = JSON.stringify([await ada.call(getAuditLog, {}), await automations(ada)])
  assert.ok(!seen.includes(renewed.secret ?? '') && !seen.includes(secret ?? ''))
  await society.org.transact(null, ({ tx }) => store.update(tx, automation_id, { call_secret_sealed: null }))
  await passTo(server, 60)
  await settle(server)
  const [run] = await runsOf(ada, automation)
  assert.match(run?.failure ?? '', /^The secret that calls are signed with can't be read/)
  await ada.call(renewCallSecret, { automation_id })
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  await settle(server)
  assert.equal((await runsOf(ada, automation))[0]?.state, 'done')
  const other = await automate(ada, { name: 'Other', steps: [post(lunch)] })
  await ada.refused(getCallSecret, { automation_id: other.automation_id }, noCalls)
})

test('a call to the automation’s own webhook ends at the limit of runs', async ({ ada, server, society, web }) => {
  const automation = await automate(ada, { trigger: { kind: 'webhook' }, steps: [call(web.url)] })
  const { automation_id } = automation
  const key = keyIn((await ada.call(getAutomationWebhook, { automation_id })).url)
  // reaches the organization, which has no address of its own in tests
  web.answer = async ({ headers, body }, response) => {
    const reply = await deliver(society, key, body, { headers: { 'webhook-id': String(headers['webhook-id']) } })
    response.statusCode = reply.status
    return reply.json
  }
  await deliver(society, key, {})
  while ((await automations(ada))[0]?.last_run?.state !== 'failed') await settle(server, 1)
  const rows = await society.org.db.read((tx) => store.runsOf(tx, automation_id, { limit: 100 }))
  assert.equal(rows.length, maxRunsPerHour.automation)
  assert.deepEqual([rows[0]?.state, rows.slice(1).every(({ state }) => state === 'done')], ['failed', true])
  assert.match(rows[0]?.failure ?? '', /status 400/)
  assert.deepEqual([web.requests.length, await queued(society)], [maxRunsPerHour.automation, 0])
})

test('calls fail once their editor can no longer create bots', async ({ ada, ben, server, society, web }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [call(web.url)] })
  const can_create_bots_group = { new: { direct_members: [ben.id], direct_subgroups: [] } }
  await ben.sends('Soup', { channel: lunch, topic: 'menu' })
  await settle(server)
  assert.equal(web.requests.length, 1)
  await ada.call(updateOrganization, { can_create_bots_group })
  await ben.sends('Stew', { channel: lunch, topic: 'menu' })
  await settle(server)
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.failure, web.requests.length], [notAuthorized.message, 1])
})
