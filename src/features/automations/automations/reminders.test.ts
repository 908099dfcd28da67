import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { noon, passTo } from '../../messages/scheduled-messages/fixture.ts'
import * as api from './api.ts'
import { automate, daily, onCommand, onMessage, reply, runsOf, sentByBots } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const remind = (minutes: number, more: { repeats?: boolean; stream_id?: number; topic?: string } = {}) => ({
  ...{ kind: 'remind' as const, stream_id: null, text: 'Any news, {person}?', minutes },
  ...more,
})

const resolve = (person: Person, id: number, topic: string) =>
  person.send('PATCH', `/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' })

test('a reminder is posted once after its time, and the run continues', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ada.register('message')
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [remind(30), reply('Done')],
  })
  await ben.sends('Hot?', { channel: lunch, topic: 'soup' })
  await server.runtime.timer.wake()
  await passTo(server, 30 * 60 - 1)
  const contents = async () => (await sentByBots(server, inbox, [automation])).map(({ content }) => content)
  assert.deepEqual(await contents(), [])
  server.clock.set(new Date((noon + 30 * 60) * 1000))
  await Promise.all([server.runtime.timer.wake(), server.runtime.timer.wake()])
  assert.equal((await contents()).length, 2)
  const [run] = await runsOf(ada, automation)
  assert.deepEqual([run?.state, run?.outcomes.length], ['done', 2])
})

test('a reminder repeats until its topic is resolved, and the run continues at once', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const inbox = await ada.register('message')
  const automation = await automate(ada, {
    trigger: onMessage({ stream_id: lunch }),
    steps: [remind(30, { repeats: true }), reply('Thanks')],
  })
  const soup = await ben.sends('Hot?', { channel: lunch, topic: 'soup' })
  const bread = await ben.sends('Fresh?', { channel: lunch, topic: 'bread' })
  await server.runtime.timer.wake()
  for (const turn of [1, 2, 3]) await passTo(server, turn * 30 * 60)
  const sent = async () => (await sentByBots(server, inbox, [automation])).map(({ subject }) => subject).sort()
  assert.deepEqual(await sent(), ['bread', 'bread', 'bread', 'soup', 'soup', 'soup'])
  await resolve(ben, soup, 'soup')
  const [ofBread, ofSoup] = await runsOf(ada, automation)
  assert.equal(ofBread?.state, 'waiting')
  await server.runtime.timer.wake()
  assert.deepEqual([(await runsOf(ada, automation))[1]?.state, ofSoup?.outcomes.length], ['done', 3])
  assert.deepEqual((await runsOf(ada, automation))[1]?.outcomes.map(({ result }) => result).slice(3), [
    'resolved',
    null,
  ])
  assert.equal((await sent()).filter((topic) => topic === '✔ soup').length, 1)
  await passTo(server, 4 * 30 * 60)
  assert.equal((await sent()).length, 8)
  await ada.call(api.cancelAutomationRun, { run_id: ofBread?.run_id ?? 0 })
  await passTo(server, 5 * 30 * 60)
  assert.equal((await sent()).length, 8)
  await resolve(ben, bread, 'bread')
  await server.runtime.timer.wake()
  assert.equal((await runsOf(ada, automation))[0]?.state, 'canceled')
})

test('reminders in a given topic and for a command end when that topic is resolved', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const status = await makeChannel(society.org, 'status', [ada, ben])
  const scheduled = await automate(ada, {
    trigger: daily,
    steps: [remind(10, { repeats: true, stream_id: status, topic: 'Outage' })],
  })
  const command = await automate(ada, {
    name: 'Incident',
    trigger: onCommand('incident'),
    steps: [remind(10, { repeats: true })],
  })
  const outage = await ben.sends('Down', { channel: status, topic: 'outage' })
  const soup = await ben.sends('Hot?', { channel: lunch, topic: 'soup' })
  await ben.call(api.startAutomation, { automation_id: command.automation_id, stream_id: lunch, topic: 'Soup' })
  await passTo(server, 60)
  await passTo(server, 15 * 60)
  await resolve(ben, soup, 'soup')
  await server.runtime.timer.wake()
  assert.equal((await runsOf(ada, command))[0]?.state, 'done')
  assert.equal((await runsOf(ada, scheduled))[0]?.state, 'waiting')
  await resolve(ben, outage, 'outage')
  await server.runtime.timer.wake()
  const [run] = await runsOf(ada, scheduled)
  assert.deepEqual([run?.state, run?.outcomes.map(({ result }) => result)], ['done', [null, 'resolved']])
})

test('reminders end after 100 times or 90 days, and an outage delays only the next', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const often = await automate(ada, {
    trigger: onMessage({ stream_id: lunch, words: ['often'] }),
    steps: [remind(1, { repeats: true })],
  })
  const seldom = await automate(ada, {
    name: 'Seldom',
    trigger: onMessage({ stream_id: lunch, words: ['seldom'] }),
    steps: [remind(50 * 24 * 60, { repeats: true })],
  })
  await ben.sends('often', { channel: lunch, topic: 'soup' })
  await ben.sends('seldom', { channel: lunch, topic: 'bread' })
  await server.runtime.timer.wake()
  for (let minute = 1; minute <= 101; minute++) await passTo(server, minute * 60)
  const [run] = await runsOf(ada, often)
  assert.deepEqual([run?.state, run?.outcomes.length], ['done', 100])
  await passTo(server, 60 * 86_400)
  const [rare] = await runsOf(ada, seldom)
  assert.deepEqual([rare?.state, rare?.outcomes.length], ['done', 1])
})

test('reminders have a time of one minute to 90 days, and a place', async ({ ada }) => {
  const refusal = async (step: object, trigger: object = onMessage()) =>
    (await ada.refusedRaw('POST', '/automations', { name: 'A', trigger, steps: [step] })).message
  for (const minutes of [0, 1.5, 129_601]) assert.match(await refusal(remind(minutes)), /^Invalid steps/)
  assert.match(await refusal(remind(5), daily), /^Invalid steps\[0\]\.stream_id/)
})
