import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { t } from '../texts/slash.ts'
import { formFor } from './widget-form.ts'

export const todo: SlashCommand = {
  name: 'todo',
  description: t.todo,
  hint: t.todoHint,
  openForm: formFor('todo'),
}
