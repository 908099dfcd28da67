import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { at, noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import * as api from './api.ts'
import { automate, automations, onMessage, post, reply, runsOf, sentByBots } from './fixture.ts'
import * as store from './store.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))

const wait = (minutes: number) => ({ kind: 'wait' as const, minutes })
const day = 86_400

test('a run waits before its next step, and continues once', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [reply('First'), wait(90), reply('Second')],
  })
  await ben.sends('Hi', { channel: lunch, topic: 'soup' })
  const contents = async () => (await sentByBots(server, inbox, [automation])).map(({ content }) => content)
  assert.deepEqual(await contents(), ['<p>First</p>'])
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.state, run?.step, run?.waiting_until, run?.ended_at], ['waiting', 1, at(90 * 60), null])
  await passTo(server, 90 * 60 - 1)
  assert.deepEqual(await contents(), ['<p>First</p>'])
  server.clock.set(new Date(at(90 * 60) * 1000))
  await Promise.all([server.runtime.timer.wake(), server.runtime.timer.wake()])
  assert.deepEqual(await contents(), ['<p>First</p>', '<p>Second</p>'])
  const [done] = await runsOf(ada, automation)
  assert.deepEqual(
    [done?.state, done?.waiting_until, done?.outcomes.map(({ step }) => step)],
    ['done', null, [0, 1, 2]],
  )
})

test('canceling a waiting run skips its remaining steps', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const automation = await automate(ada, { steps: [wait(60), post(lunch)] })
  await passTo(server, 60)
  assert.equal((await automations(ada))[0]?.last_run?.state, 'waiting')
  const [run] = await runsOf(ada, automation)
  await ada.call(api.cancelAutomationRun, { run_id: run?.run_id ?? 0 })
  await passTo(server, 2 * 3_600)
  assert.deepEqual(await sentByBots(server, inbox, [automation]), [])
  assert.deepEqual(
    (await runsOf(ada, automation)).map(({ state }) => state),
    ['canceled'],
  )
})

test('a wait that ended during a long outage is missed, and skipped by a retry', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ben.register('message')
  const automation = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [wait(60), reply('Late')] })
  await ben.sends('Hi', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  await passTo(server, 2 * day)
  const [run] = await runsOf(ada, automation)
  assert.equal(run?.state, 'missed')
  await ada.call(api.retryAutomationRun, { run_id: run?.run_id ?? 0 })
  assert.deepEqual(
    (await sentByBots(server, inbox, [automation])).map(({ content }) => content),
    ['<p>Late</p>'],
  )
})

test('a run that waits for more than 30 days isn’t deleted', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch, words: ['slow', 'fast'] }),
    steps: [wait(45 * 24 * 60), reply('Done')],
  })
  await ben.sends('slow', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  await passTo(server, 40 * day)
  await ben.sends('fast', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  await passTo(server, 45 * day)
  assert.deepEqual(
    (await runsOf(ada, automation)).map(({ state }) => state),
    ['waiting', 'done'],
  )
})

test('an automation has up to 1,000 waiting runs', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const automation = await automate(ada, { trigger: onMessage({ stream_id: lunch }), steps: [wait(60), reply('Done')] })
  await ben.sends('Hi', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  await society.org.transact(null, async ({ tx }) => {
    const [{ id: _, ...run } = {} as store.StoredRun] = await store.runsOf(tx, automation.automation_id, { limit: 1 })
    const started_at = new Date(noon * 1000 - 2 * 3_600_000)
    for (let n = 0; n < 999; n++) await store.insertRun(tx, { ...run, started_at, once_key: `copy ${n}` })
  })
  await ben.sends('Again', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  const [last] = await runsOf(ada, automation)
  assert.deepEqual([last?.state, last?.failure], ['failed', 'An automation can have up to 1000 waiting runs at a time'])
})

test('a wait is at least a minute and at most 90 days', async ({ ada, society }) => {
  await makeChannel(society.org, 'lunch', [ada])
  for (const minutes of [0, -5, 1.5, 90 * 24 * 60 + 1]) {
    const trigger = { kind: 'schedule', repeat: 'daily', time: '12:01', timezone: 'UTC' }
    const params = { name: 'Lunch', trigger, steps: [{ kind: 'wait', minutes }] }
    assert.match((await ada.refusedRaw('POST', '/automations', params)).message, /^Invalid steps: /)
  }
})
