import { isGuest } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { forgetChannel } from '../../../people/organization-settings/actions/settings.ts'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { defaultChannelsChanged } from '../states.ts'
import type { Memory } from '../subscribers-cache.ts'

/** Sorted by id. */
export const defaultChannels = (memory: Memory): Channel[] =>
  memory
    .get(channelsCache)
    .inOrder()
    .filter(({ isDefault, isArchived }) => isDefault && !isArchived)

/** Notifies everyone except guests, who get no default channels, of the default channels as of this transaction. */
export function announceDefaults(mutation: Mutation, changed: readonly Channel[]): void {
  const ids = new Set(defaultChannels(mutation).map(({ id }) => id))
  for (const { id, isDefault, isArchived } of changed) {
    if (isDefault && !isArchived) ids.add(id)
    else ids.delete(id)
  }
  mutation.emit(defaultChannelsChanged, { default_streams: [...ids].sort((a, b) => a - b) }, { members: true })
}

export async function forgetArchived(
  mutation: Mutation,
  { before, after }: { before: Channel; after: Channel },
): Promise<void> {
  if (after.isArchived && !before.isArchived) await forgetChannel(mutation, after.id)
}

export const serializeDefaults = (memory: Memory, viewer: Viewer): number[] =>
  isGuest(viewer) ? [] : defaultChannels(memory).map(({ id }) => id)
