import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { startAutomation } from './api.ts'
import {
  answerForm,
  ask,
  automate,
  botMessages,
  deliver,
  keyIn,
  onCommand,
  onMessage,
  post,
  reply,
  runsOf,
  sizeField,
} from './fixture.ts'
import { getAutomationWebhook } from './webhook-api.ts'
import type { Automation } from './wire.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const unless = (field: string, value: string, is_equal = true) => ({
  kind: 'stop_unless' as const,
  condition: { kind: 'field' as const, field, value, is_equal },
})

const texts = async (...of: Parameters<typeof botMessages>) => (await botMessages(...of)).map(({ content }) => content)

test('a webhook’s run continues only if a posted value is the expected one', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  const steps = [
    unless('webhook.build.status', 'failed'),
    unless('webhook.build.branch', 'test', false),
    post(lunch, { text: 'Build {webhook.build.number}' }),
  ]
  const automation = await automate(ada, { trigger: { kind: 'webhook' }, steps })
  const { url } = await ada.call(getAutomationWebhook, { automation_id: automation.automation_id })
  const builds = [
    { number: 1, status: 'FAILED ' },
    { number: 2, status: 'passed' },
    { number: 3, status: 'failed', branch: 'test' },
    { number: 4 },
    { number: 5, status: { failed: 'failed' } },
  ]
  for (const build of builds) await deliver(society, keyIn(url), { build })
  assert.deepEqual(await texts(server, ada, automation), ['Build &#49;'])
  assert.ok((await runsOf(ada, automation)).every(({ state }) => state === 'done'))
})

test('a run continues depending on a form’s answer and a command’s text', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const steps = [unless('text', 'Soup'), ask({ fields: [sizeField] }), unless('form.size', 'large'), reply('Coming')]
  const automation = await automate(ada, { trigger: onCommand('order'), steps })
  const order = (text: string) =>
    ben.call(startAutomation, { automation_id: automation.automation_id, stream_id: lunch, topic: 'menu', text })
  const answers = async (size: string) => {
    const asked = (await botMessages(server, ben, automation)).at(-1)?.id ?? 0
    await ben.call(addSubmessage, answerForm(asked, { size }))
    await server.runtime.timer.wake()
  }
  await order('Bread')
  await order('soup')
  await answers('o0')
  await order('soup')
  await answers('o1')
  const shown = await texts(server, ben, automation)
  assert.equal(shown.filter((text) => text === 'Coming').length, 1)
  assert.equal(shown.length, 3)
})

test('placeholders without a value at the step, and other uses of the condition, are refused', async ({ ada }) => {
  const refusal = async (trigger: object, steps: object[], conditions: object[] = []) =>
    (await ada.refusedRaw('POST', '/automations', { name: 'Check', trigger, steps, conditions })).message
  const noValue = /steps\[0\]\.condition\.field: has no value at this step/
  const done = { kind: 'wait', minutes: 1 }
  for (const field of ['form.size', 'call.id', 'webhook.id', 'approver', 'answers', 'x', '__proto__', 'message.text.x'])
    assert.match(await refusal(onMessage(), [unless(field, 'x'), done]), noValue)
  assert.match(await refusal(onCommand('check'), [unless('message.text', 'x'), done]), noValue)
  assert.match(
    await refusal(onCommand('check'), [done], [unless('text', 'x').condition]),
    /conditions\[0\]\.kind: can't be used with this trigger/,
  )
  assert.match(await refusal(onCommand('check'), [unless('', 'x'), done]), /Invalid steps/)
  assert.match(await refusal(onCommand('check'), [unless('text', 'x'.repeat(201)), done]), /Invalid steps/)
})

test('an editor can compare a value after the step that provides it', async ({ ada }) => {
  const create = (person: Person, steps: object[]): Promise<Automation> =>
    automate(person, { trigger: onCommand('check'), steps: steps as never })
  const { steps } = await create(ada, [ask({ fields: [sizeField] }), unless('form.size', 'Large'), reply('Yes')])
  assert.deepEqual(steps[1], unless('form.size', 'Large'))
})
