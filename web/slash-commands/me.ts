import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { t } from '../texts/slash.ts'

export const me: SlashCommand = { name: 'me', description: t.me, hint: t.meHint }
