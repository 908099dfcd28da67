import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { t } from '../texts/slash.ts'
import { formFor } from './widget-form.ts'

export const poll: SlashCommand = {
  name: 'poll',
  description: t.poll,
  hint: t.pollHint,
  openForm: formFor('poll'),
}
