import type { Channel } from '../store/channels.ts'

const subscriberSets = new WeakMap<readonly number[], ReadonlySet<number>>()

/** Known subscribers of a channel; complete if the server sent `subscribers`. */
export function subscriberSet({ subscribers, partial_subscribers }: Channel): ReadonlySet<number> {
  const list = subscribers ?? partial_subscribers
  if (!list) return new Set()
  // built once per list, not on every key press
  const found = subscriberSets.get(list) ?? new Set(list)
  subscriberSets.set(list, found)
  return found
}
