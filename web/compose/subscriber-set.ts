import type { Channel } from '../store/channels.ts'

const subscriberSets = new WeakMap<readonly number[], ReadonlySet<number>>()

/** Who is in a channel, as far as the server has told; all of them where it has told of `subscribers`. */
export function subscriberSet({ subscribers, partial_subscribers }: Channel): ReadonlySet<number> {
  const list = subscribers ?? partial_subscribers
  if (!list) return new Set()
  // of thousands of people it is made once, not for each key that somebody types
  const found = subscriberSets.get(list) ?? new Set(list)
  subscriberSets.set(list, found)
  return found
}
