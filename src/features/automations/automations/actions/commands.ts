import { invalidArgument, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { checkTotal, maxPerOrganization } from '../../../people/organization/totals.ts'
import { commandOf, eventTriggersCache } from '../event-triggers-cache.ts'
import { type SlashCommandFacts, slashCommandsAdded, slashCommandsRemoved } from '../states.ts'
import * as store from '../store.ts'
import type { Trigger } from '../triggers/input.ts'

/** Throws if another automation uses the command; `ownId` is undefined for a new automation. */
export async function checkCommand({ tx, org }: Mutation, trigger: Trigger, ownId?: number): Promise<void> {
  if (trigger.kind !== 'manual') return
  const others = (await store.commands(tx, org.id)).filter(({ id }) => id !== ownId)
  if (others.some(({ command }) => command === trigger.command))
    throw invalidArgument({}, { name: 'trigger.command', reason: 'is used by another automation' })
  checkTotal(maxPerOrganization, 'slash commands', others.length)
}

const audienceOf = ({ stream_id }: SlashCommandFacts) =>
  stream_id === null ? ({ everyone: true } as const) : { channel: stream_id }

/** Tells clients if an automation's command was added, changed, or removed; `row` is undefined if it was deleted. */
export function announceCommand(mutation: Mutation, id: number, row: store.Stored | undefined): void {
  const before = mutation.get(eventTriggersCache).commandById(id)
  const after = row && commandOf(row)
  if (after && JSON.stringify(after) !== JSON.stringify(before))
    mutation.emit(slashCommandsAdded, { slash_commands: [after] }, audienceOf(after))
  else if (before && !after) mutation.emit(slashCommandsRemoved, { automation_ids: [id] }, audienceOf(before))
}

/** Tells people who subscribed or unsubscribed which commands of these channels they gained or lost. */
export function announceSubscribed(
  mutation: Mutation,
  changed: ReadonlyMap<UserId, readonly Pick<Channel, 'id'>[]>,
  isSubscribed: boolean,
): void {
  for (const command of mutation.get(eventTriggersCache).commands.values()) {
    if (command.stream_id === null) continue
    const users = [...changed].flatMap(([user, channels]) =>
      channels.some(({ id }) => id === command.stream_id) ? [user] : [],
    )
    if (users.length === 0) continue
    if (isSubscribed) mutation.emit(slashCommandsAdded, { slash_commands: [command] }, users)
    else mutation.emit(slashCommandsRemoved, { automation_ids: [command.automation_id] }, users)
  }
}
