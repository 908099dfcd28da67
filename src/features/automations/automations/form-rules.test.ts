import { type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { cannotHold } from '../../messages/messages/held-messages/errors.ts'
import { createModerationRule, wordRefused } from '../../messages/messages/moderation-rules/api.ts'
import { addSubmessage } from '../../messages/messages/submessages/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import * as api from './api.ts'
import { answerForm, ask, automate, botMessages, onCommand, post, reasonField, reply, sizeField } from './fixture.ts'

test.beforeEach(({ server }) => server.clock.set(new Date(noon * 1000)))
test.afterEach(({ server }) => server.clock.release())

const refuseSpam = (ada: Person, stream_ids?: number[]) =>
  ada.call(createModerationRule, {
    ...{ name: 'No spam', applies_to: 'members', action: 'refuse' },
    condition: { kind: 'words', words: ['spam'] },
    ...(stream_ids ? { stream_ids } : {}),
  })

test('answers that later steps post have to follow the rules of those channels', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const [lunch, looms] = [
    await makeChannel(society.org, 'lunch', [ada, ben]),
    await makeChannel(society.org, 'looms', [ada, ben]),
  ]
  await refuseSpam(ada, [looms])
  const fields = [reasonField, { ...sizeField, options: ['Spam', 'Ham'] }]
  const elsewhere = await automate(ada, {
    trigger: onCommand('posts'),
    steps: [ask({ fields }), post(looms, { text: '{form.reason}' })],
  })
  const here = await automate(ada, { trigger: onCommand('replies'), steps: [ask({ fields }), reply('{form.reason}')] })
  for (const { automation_id } of [elsewhere, here])
    await ben.call(api.startAutomation, { automation_id, stream_id: lunch, topic: 'soup' })
  const formIn = async (automation: typeof here) => (await botMessages(server, ben, automation)).at(-1)?.id ?? 0
  const formId = await formIn(elsewhere)
  await ben.refused(addSubmessage, answerForm(formId, { reason: 's p a m', size: 'o0' }), wordRefused)
  // managers wrote the options
  await ben.call(addSubmessage, answerForm(formId, { reason: 'ham', size: 'o0' }))
  await ben.call(addSubmessage, answerForm(await formIn(here), { reason: 'spam', size: 'o0' }))
})

test('answers that are posted when a request is declined have to follow the rules', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  const looms = await makeChannel(society.org, 'looms', [ada, ben])
  await refuseSpam(ada, [looms])
  const approve = { kind: 'approve' as const, stream_id: lunch, topic: 'requests', text: 'OK?' }
  const steps = [ask(), { ...approve, declined_text: '{form.reason}' }]
  const automation = await automate(ada, { trigger: onCommand('ask'), steps })
  await ben.call(api.startAutomation, { automation_id: automation.automation_id, stream_id: looms, topic: 'soup' })
  const formId = (await botMessages(server, ben, automation)).at(-1)?.id ?? 0
  await ben.refused(addSubmessage, answerForm(formId, { reason: 'spam' }), wordRefused)
})

test('answers to forms in a channel have to follow its rules', async ({ ada, ben, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada, ben])
  await refuseSpam(ada)
  const automation = await automate(ada, { trigger: onCommand('ask'), steps: [ask({ to: 'topic' })] })
  await ben.call(api.startAutomation, { automation_id: automation.automation_id, stream_id: lunch, topic: 'soup' })
  const formId = (await botMessages(server, ben, automation)).at(-1)?.id ?? 0
  await ben.refused(addSubmessage, answerForm(formId, { reason: 'spam' }), wordRefused)
  await ben.call(addSubmessage, answerForm(formId, { reason: 'ham' }))
})

test('people whose messages are reviewed can’t have answers posted', async ({ ada, server, society }) => {
  const lunch = await makeChannel(society.org, 'lunch', [ada])
  await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_held_messages: 1 })
  const automation = await automate(ada, {
    trigger: { kind: 'joined_organization' },
    steps: [ask(), post(lunch, { text: '{form.reason}' })],
  })
  const nora = await society.join('Nora')
  const formId = (await botMessages(server, nora, automation)).at(-1)?.id ?? 0
  await nora.refused(addSubmessage, answerForm(formId, { reason: 'Hi' }), cannotHold)
})
