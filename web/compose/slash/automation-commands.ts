import { commandName } from '../../../src/features/messages/slash-commands/command-rules.ts'
import type { SlashCommand } from '../../../src/features/messages/slash-commands/states.ts'
import { part } from '../../store/connection.ts'

/** Slash commands of the organization's automations and bots. */
export const automationCommands = part<readonly SlashCommand[] | undefined>('slash_commands')

/** True if submitting this text starts an automation instead of sending it. */
export function startsAutomation(text: string): boolean {
  const name = commandName(text)
  return name !== undefined && automationCommands.value?.some(({ command }) => command === name) === true
}
