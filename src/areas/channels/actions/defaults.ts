import type { Act } from '#platform/organization'
import type { Channel } from '../channel.ts'
import type { Memory } from '../memberships.ts'
import { channelsMirror } from '../mirror.ts'
import { defaultChannelsChanged } from '../states.ts'

/** The channels that new people are subscribed to, in order of id. */
export const defaultChannels = (memory: Memory): Channel[] =>
  memory
    .get(channelsMirror)
    .inOrder()
    .filter(({ isDefault, isArchived }) => isDefault && !isArchived)

/** Tells which channels are default ones when the act is over; guests, who get none, are not told. */
export function announceDefaults(act: Act, changed: readonly Channel[]): void {
  const ids = new Set(defaultChannels(act).map(({ id }) => id))
  for (const { id, isDefault, isArchived } of changed) {
    if (isDefault && !isArchived) ids.add(id)
    else ids.delete(id)
  }
  act.emit(defaultChannelsChanged, { default_streams: [...ids].sort((a, b) => a - b) }, { members: true })
}
