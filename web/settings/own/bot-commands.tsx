import type { Signal } from '@preact/signals'
import { maxCommandsPerBot } from '../../../src/features/integrations/outgoing-webhooks/commands/limits.ts'
import { isCommandName, slashIn } from '../../../src/features/messages/slash-commands/command-rules.ts'
import { maxCommandHintLength, maxCommandLength } from '../../../src/features/messages/slash-commands/limits.ts'
import { automationCommands } from '../../compose/slash/automation-commands.ts'
import { TextArea } from '../../parts/text-area.tsx'
import { bots as t } from '../../texts/bots.ts'

interface BotCommand {
  readonly command: string
  readonly hint: string
}

const maxLength = maxCommandsPerBot * (maxCommandLength + maxCommandHintLength + 3)

/** A bot's commands, one per line, each followed by its hint. */
export const commandLines = (botId: number | undefined): string =>
  (automationCommands.value ?? [])
    .filter(({ bot_id }) => botId !== undefined && bot_id === botId)
    .map(({ command, hint }) => `/${command} ${hint}`.trim())
    .join('\n')

/** Undefined if a line has no command. */
export function commandsIn(lines: string): BotCommand[] | undefined {
  const commands: BotCommand[] = []
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const slash = slashIn(line)
    if (!slash || !isCommandName(slash.name)) return undefined
    commands.push({ command: slash.name, hint: slash.text })
  }
  return commands
}

export const CommandsField = ({ lines }: { lines: Signal<string> }) => (
  <TextArea
    label={t.commands}
    text={lines}
    maxLength={maxLength}
    rows={3}
    help={commandsIn(lines.value) ? t.commandsHelp : t.commandsInvalid}
  />
)
