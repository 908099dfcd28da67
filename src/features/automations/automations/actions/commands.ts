import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { commandTaken } from '../../../messages/slash-commands/errors.ts'
import { commandsOfBots } from '../../../messages/slash-commands/registry.ts'
import {
  type SlashCommandFacts,
  slashCommandsAdded,
  slashCommandsRemoved,
} from '../../../messages/slash-commands/states.ts'
import { checkTotal, maxPerOrganization } from '../../../people/organization/totals.ts'
import { commandOf, eventTriggersCache } from '../event-triggers-cache.ts'
import * as store from '../store.ts'
import type { Trigger } from '../triggers/input.ts'

/** Names of automations' commands, including ones that are turned off. */
export const automationCommands = async ({ tx, org }: Mutation): Promise<string[]> =>
  (await store.commands(tx, org.id)).map(({ command }) => command)

/** Throws if another automation uses the command; `automationId` is undefined for a new one. */
export async function checkCommand({ tx, org }: Mutation, trigger: Trigger, automationId?: number): Promise<void> {
  if (trigger.kind !== 'manual') return
  const others = (await store.commands(tx, org.id)).filter(({ id }) => id !== automationId)
  const botCommands = commandsOfBots(org)
  if ([...others, ...botCommands].some(({ command }) => command === trigger.command))
    throw commandTaken({ command: trigger.command })
  checkTotal(maxPerOrganization, 'slash commands', others.length + botCommands.length)
}

const audienceOf = ({ stream_id }: SlashCommandFacts) =>
  stream_id === null ? ({ everyone: true } as const) : { channel: stream_id }

/** Tells clients if an automation's command was added, changed, or removed; `row` is undefined if it was deleted. */
export function announceCommand(mutation: Mutation, id: number, row: store.Stored | undefined): void {
  const before = mutation.get(eventTriggersCache).commandById(id)
  const after = row && commandOf(row)
  if (after && JSON.stringify(after) !== JSON.stringify(before))
    mutation.emit(slashCommandsAdded, { slash_commands: [after] }, audienceOf(after))
  else if (before && !after)
    mutation.emit(slashCommandsRemoved, { automation_ids: [id], bot_ids: [] }, audienceOf(before))
}

/** Tells people who subscribed or unsubscribed which commands of these channels they gained or lost. */
export function announceSubscriptionChange(
  mutation: Mutation,
  changed: ReadonlyMap<UserId, readonly Pick<Channel, 'id'>[]>,
  isSubscribed: boolean,
): void {
  const all = [...mutation.get(eventTriggersCache).commands.values()]
  for (const channelId of new Set(all.map(({ stream_id }) => stream_id))) {
    const users = [...changed].flatMap(([user, channels]) =>
      channels.some(({ id }) => id === channelId) ? [user] : [],
    )
    if (users.length === 0) continue
    const commands = all.filter(({ stream_id }) => stream_id === channelId)
    if (isSubscribed) mutation.emit(slashCommandsAdded, { slash_commands: commands }, users)
    else {
      const automation_ids = commands.map(({ automation_id }) => automation_id)
      mutation.emit(slashCommandsRemoved, { automation_ids, bot_ids: [] }, users)
    }
  }
}
