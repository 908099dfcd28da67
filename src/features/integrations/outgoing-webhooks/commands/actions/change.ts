import { botTypes, invalidArgument, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { commandTaken } from '../../../../messages/slash-commands/errors.ts'
import { namesOfAutomations } from '../../../../messages/slash-commands/registry.ts'
import { slashCommandsAdded, slashCommandsRemoved } from '../../../../messages/slash-commands/states.ts'
import { checkTotal, maxPerOrganization } from '../../../../people/organization/totals.ts'
import { administeredBot } from '../../../../people/users/actions/index.ts'
import { notThatKind } from '../../api.ts'
import type { BotCommand } from '../api.ts'
import { botCommandsCache, factsOf } from '../cache.ts'
import * as store from '../store.ts'

const everyone = { everyone: true } as const

/** Replaces the bot's commands. */
export async function setCommands(mutation: Mutation, botId: UserId, commands: readonly BotCommand[]): Promise<void> {
  const { tx, org, viewer } = mutation
  const bot = administeredBot(mutation, viewer, botId)
  if (bot.botType !== botTypes.outgoingWebhook || !bot.isActive || !bot.botSettings.service) throw notThatKind()
  const automationNames = await namesOfAutomations(mutation)
  const otherCommands = [...mutation.get(botCommandsCache).values()].filter(({ bot_id }) => bot_id !== botId)
  const names: string[] = []
  for (const [index, { command }] of commands.entries()) {
    if (automationNames.includes(command) || otherCommands.some((other) => other.command === command))
      throw commandTaken({ command })
    if (names.includes(command))
      throw invalidArgument({}, { name: `commands[${index}].command`, reason: 'is listed twice' })
    names.push(command)
    checkTotal(maxPerOrganization, 'slash commands', automationNames.length + otherCommands.length + index)
  }
  const rows = commands.map(({ command, hint }) => ({ org_id: org.id, bot_id: botId, command, hint }))
  await store.replace(tx, botId, rows)
  announce(mutation, botId)
  if (rows.length > 0) mutation.emit(slashCommandsAdded, { slash_commands: rows.map(factsOf) }, everyone)
}

/** Removes the commands of a bot that's being deactivated. */
export async function removeCommands(mutation: Mutation, botId: UserId): Promise<void> {
  if (![...mutation.get(botCommandsCache).values()].some(({ bot_id }) => bot_id === botId)) return
  await store.replace(mutation.tx, botId, [])
  announce(mutation, botId)
}

const announce = (mutation: Mutation, botId: UserId): void =>
  mutation.emit(slashCommandsRemoved, { automation_ids: [], bot_ids: [botId] }, everyone)
