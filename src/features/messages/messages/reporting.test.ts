import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { invalidMessages } from './api/flags.ts'
import { renderMessage } from './api/render.ts'
import * as api from './api/report.ts'

test('a report is posted for moderators without mentioning anyone', async ({ ada, ben, cleo, momo, society }) => {
  const content = 'rude words @**Momo**\n```\n~~~'
  const message_id = await ben.sends(content, cleo)
  const report = { message_id, report_type: 'harassment' as const }
  await cleo.refused(api.reportMessage, report, api.reportingTurnedOff)
  const moderation_request_channel_id = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
  await ada.send('PATCH', '/realm', { moderation_request_channel_id })
  const watch = await momo.register('message')
  await cleo.refused(api.reportMessage, { ...report, report_type: 'other' }, api.descriptionNeeded)
  await momo.refused(api.reportMessage, report, invalidMessages)
  await cleo.call(api.reportMessage, { ...report, description: 'Not nice, @**Momo**' })
  const [event] = await watch.of('message')
  const message = event?.message as { stream_id: number; subject: string; content: string }
  assert.deepEqual([message.stream_id, message.subject], [moderation_request_channel_id, 'Reports about Ben'])
  assert.deepEqual(event?.flags, [])
  for (const part of ['Harassment', 'Not nice, @**Momo**', 'rude words', '~~~', 'in a direct conversation'])
    assert.ok(message.content.includes(part), part)
})

test('a preview is rendered and sent to no one', async ({ ada }) => {
  const { rendered } = await ada.call(renderMessage, { content: '**foo** :octopus:' })
  assert.match(rendered, /^<p><strong>foo<\/strong> <span .*emoji-1f419/)
  await ada.refused(renderMessage, { content: ' ' })
})
