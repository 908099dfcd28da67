import { expect, test } from 'vitest'
import { widgetOf } from '../../../src/features/messages/messages/actions/widgets.ts'
import { readWidget, textOfWidget, type WidgetText, widgetIn } from './widget-text.ts'

const item = (name: string, description = '') => ({ name, description })

test('a poll is what the server takes for one, and reads as it was asked', () => {
  const poll: WidgetText = { title: 'What for\nlunch?', items: [item(' Soup '), item(''), item('Bread: dark')] }
  const text = textOfWidget('poll', poll)
  expect(text).toBe('/poll What for lunch?\nSoup\nBread: dark')
  expect(JSON.parse(widgetOf(text) ?? '')).toEqual({
    widget_type: 'poll',
    extra_data: { question: 'What for lunch?', options: ['Soup', 'Bread: dark'] },
  })
  expect(readWidget('poll', text)).toEqual({ title: 'What for lunch?', items: [item('Soup'), item('Bread: dark')] })
})

test('a list of tasks keeps their descriptions', () => {
  const text = textOfWidget('todo', { title: '', items: [item('Bake', 'at 10:30'), item('Eat')] })
  expect(text).toBe('/todo\nBake: at 10:30\nEat')
  expect(JSON.parse(widgetOf(text) ?? '')).toEqual({
    widget_type: 'todo',
    extra_data: {
      task_list_title: '',
      tasks: [
        { task: 'Bake', desc: 'at 10:30' },
        { task: 'Eat', desc: '' },
      ],
    },
  })
  expect(readWidget('todo', text)).toEqual({ title: '', items: [item('Bake', 'at 10:30'), item('Eat')] })
})

test('only what begins so is one', () => {
  expect(widgetIn('/poll')).toBe('poll')
  expect(widgetIn('/todo Tasks\n')).toBe('todo')
  for (const text of ['', '/polls', 'a /poll', '/me polls']) expect(widgetIn(text)).toBeUndefined()
  expect(readWidget('poll', '/todo x')).toEqual({ title: '', items: [] })
})
