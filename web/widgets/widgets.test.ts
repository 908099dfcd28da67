import { assert, test } from 'vitest'
import type { Submessage } from '../../src/features/messages/messages/wire.ts'
import { interactiveOf, wordsOf } from './interactive.ts'
import { newOption, pollOf } from './poll.ts'
import { begun, type WidgetData } from './submessages.ts'
import { newTask, taskListOf } from './todo.ts'

const [author, other] = [1, 2]
const widget = (first: object, ...submissions: [by: number, said: unknown][]): WidgetData => {
  const all: [number, unknown][] = [[author, first], ...submissions]
  const submessages: Submessage[] = all.map(([sender_id, said], index) => ({
    id: index + 1,
    message_id: 9,
    sender_id,
    msg_type: 'widget',
    content: typeof said === 'string' ? said : JSON.stringify(said),
  }))
  return begun(submessages) as WidgetData
}
const poll = (...submissions: [number, unknown][]) =>
  widget({ widget_type: 'poll', extra_data: { question: 'Where?', options: ['Here', 'There'] } }, ...submissions)
const list = (...submissions: [number, unknown][]) =>
  widget(
    { widget_type: 'todo', extra_data: { task_list_title: 'Ship', tasks: [{ task: 'Test', desc: 'all' }] } },
    ...submissions,
  )

test("the last of one person's votes for an option counts", () => {
  const { options } = pollOf(
    poll(
      [other, { type: 'vote', key: 'canned,1', vote: 1 }],
      [author, { type: 'vote', key: 'canned,1', vote: 1 }],
      [other, { type: 'vote', key: 'canned,1', vote: 1 }],
      [other, { type: 'vote', key: 'canned,1', vote: -1 }],
      [other, { type: 'vote', key: 'nothing', vote: 1 }],
    ),
    author,
  )
  assert.deepEqual(options, [
    { key: 'canned,0', text: 'Here', voters: [] },
    { key: 'canned,1', text: 'There', voters: [author] },
  ])
})

test('anyone can add a poll option once, but only the author can change the question', () => {
  const begun = poll(
    [other, { type: 'new_option', idx: 0, option: 'Elsewhere' }],
    [author, { type: 'new_option', idx: 0, option: 'Here' }],
    [other, { type: 'question', question: 'Mine?' }],
    [author, { type: 'question', question: 'Where then?' }],
  )
  const { question, options } = pollOf(begun, author)
  assert.equal(question, 'Where then?')
  assert.deepEqual(
    options.map(({ key, text }) => [key, text]),
    [
      ['canned,0', 'Here'],
      ['canned,1', 'There'],
      ['2,0', 'Elsewhere'],
    ],
  )
  assert.equal(newOption(begun, other, 'Nowhere').idx, 1)
  assert.equal(newOption(begun, 7, 'Nowhere').idx, 0)
})

test('anyone can complete and reopen tasks', () => {
  const begun = list(
    [other, { type: 'new_task', key: 0, task: 'Pack', desc: '', completed: false }],
    [other, { type: 'strike', key: '0,canned' }],
    [author, { type: 'strike', key: '0,2' }],
    [other, { type: 'strike', key: '0,2' }],
    [other, { type: 'new_task_list_title', title: 'Mine' }],
  )
  assert.deepEqual(taskListOf(begun, author), {
    title: 'Ship',
    tasks: [
      { key: '0,canned', task: 'Test', description: 'all', isDone: true },
      { key: '0,2', task: 'Pack', description: '', isDone: false },
    ],
  })
  assert.equal(newTask(begun, other, 'Rest').key, 1)
})

test('invalid submessages change nothing', () => {
  const nonsense: [number, unknown][] = [
    'no json',
    '[]',
    'null',
    { type: 'vote' },
    { type: 'new_option', idx: 'x' },
    7,
  ].map((said) => [other, said])
  assert.deepEqual(pollOf(poll(...nonsense), author), pollOf(poll(), author))
  assert.deepEqual(taskListOf(list(...nonsense), author), taskListOf(list(), author))
  assert.equal(begun([]), undefined)
  assert.equal(widget({ widget_type: 'whiteboard' }), undefined)
})

test("a bot's latest form replaces earlier ones", () => {
  const answer = { type: 'answer', button: 'yes', values: { why: 'Tested' } }
  const close = { type: 'close', note: 'Done' }
  const asks = {
    widget_type: 'interactive',
    extra_data: { buttons: [{ id: 'yes', label: 'Yes' }], closing_note: 'Gone' },
  }
  const before = interactiveOf(widget(asks, [other, answer], [other, close], [other, 7]), author)
  assert.deepEqual([before.isClosed, before.answers.length, before.isOnce], [false, 1, true])
  assert.deepEqual(wordsOf(before, { by: other, button: 'yes', values: new Map(), agent: '' }), ['Yes'])
  const through = interactiveOf(widget(asks, [other, { ...answer, agent: 'Helper' }], [other, answer]), author)
  assert.deepEqual(
    through.answers.map(({ agent }) => agent),
    ['Helper', ''],
  )
  const closed = interactiveOf(widget(asks, [author, { type: 'close' }]), author)
  assert.deepEqual([closed.isClosed, closed.note], [true, 'Gone'])
  const next = {
    type: 'update',
    extra_data: { menus: 'none', fields: [{ id: 'why', label: 'Why' }, {}], times: 'many' },
  }
  const after = interactiveOf(widget(asks, [other, answer], [author, close], [author, next], [other, answer]), author)
  assert.deepEqual([after.isClosed, after.isOnce, after.buttons], [false, false, []])
  assert.deepEqual(after.questions, [{ id: 'why', label: 'Why', isLong: false, maxLength: 500, isRequired: false }])
  assert.deepEqual(
    after.answers.map((one) => wordsOf(after, one)),
    [['Why: Tested']],
  )
})
