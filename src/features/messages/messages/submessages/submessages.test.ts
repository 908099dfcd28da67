import { assert, test } from '#test'
import { invalidMessages } from '../api/flags.ts'
import { badWidget, sendMessage } from '../api/send.ts'
import * as api from './api.ts'

interface Shown {
  id: number
  submessages: { content: string; msg_type: string; sender_id: number; message_id: number }[]
}

const shown = (event: Record<string, unknown> | undefined) => event?.message as Shown

test('a poll starts with its question and options and accepts votes from every reader', async ({ ada, ben, cleo }) => {
  const watch = await ben.register('message', 'submessage')
  const content = '/poll Lunch?\n* Soup\n- Bread\n\nRice'
  const message_id = await ada.sends(content, ben)
  const [event] = await watch.of('message')
  const [first] = shown(event).submessages
  const widget = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup', 'Bread', 'Rice'] } }
  assert.deepEqual(JSON.parse(first?.content ?? ''), widget)
  assert.deepEqual([first?.msg_type, first?.sender_id, first?.message_id], ['widget', ada.id, message_id])

  const vote = { message_id, msg_type: 'widget' as const, content: '{"type":"vote","key":"canned,0","vote":1}' }
  await ben.call(api.addSubmessage, vote)
  const [heard] = await watch.of('submessage')
  const { submessage_id, ...rest } = heard as { submessage_id: number }
  assert.deepEqual(rest, { type: 'submessage', sender_id: ben.id, ...vote })
  assert.equal(typeof submessage_id, 'number')
  const { message } = (await ada.send('GET', `/messages/${message_id}`)) as unknown as { message: Shown }
  assert.deepEqual(
    message.submessages.map((one) => [one.sender_id, one.content]),
    [
      [ada.id, first?.content],
      [ben.id, vote.content],
    ],
  )
  await cleo.refused(api.addSubmessage, vote, invalidMessages)
  await ben.refused(api.addSubmessage, { ...vote, content: 'vote' }, api.badSubmessage)
})

test('a to-do list has a title, tasks, and descriptions', async ({ ada, ben }) => {
  const watch = await ben.register('message')
  await ada.sends('/todo Trip\ntickets: by train\nbags', ben)
  const [event] = await watch.of('message')
  assert.deepEqual(JSON.parse(shown(event).submessages[0]?.content ?? ''), {
    widget_type: 'todo',
    extra_data: {
      task_list_title: 'Trip',
      tasks: [
        { task: 'tickets', desc: 'by train' },
        { task: 'bags', desc: '' },
      ],
    },
  })
})

test('only messages with a widget accept submessages; the sender can add a widget', async ({ ada, ben }) => {
  const send = (more: { widget_content?: string }) =>
    ada.call(sendMessage, { type: 'direct', to: [ben.id], content: 'Hello', ...more })
  const submessage = { msg_type: 'widget' as const, content: '{}' }
  const { id: message_id } = await send({})
  await ada.refused(api.addSubmessage, { ...submessage, message_id }, api.noWidget)
  const choice = { type: 'multiple_choice', long_name: 'Yes', short_name: 'A', reply: 'yes' }
  const choices = { type: 'choices', heading: 'Lunch?', choices: [choice] }
  const form = await send({ widget_content: JSON.stringify({ widget_type: 'zform', extra_data: choices }) })
  await ben.call(api.addSubmessage, { ...submessage, message_id: form.id })
  const wrong = ['[1]', '{', '{}', '{"widget_type":"clock"}', '{"widget_type":"zform","extra_data":{}}']
  for (const widget_content of wrong)
    await ada.refused(sendMessage, { type: 'direct', to: [ben.id], content: 'Hello', widget_content }, badWidget)
})
