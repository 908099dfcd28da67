import { states, z } from '#contract'
import { userUpdated } from '../../people/users/states.ts'
import {
  change,
  channelAdded,
  channelRemoved,
  channelUpdated,
  drop,
  forgetMember,
  peersAdded,
  peersRemoved,
  put,
  subscribed,
  subscriptionUpdated,
  unsubscribed,
  updatedFields,
} from '../channels/states.ts'
import { NeverSubscribed, Subscription } from '../channels/wire.ts'

const shape = {
  subscriptions: z.array(Subscription),
  /** Channels the viewer left and can still see. */
  unsubscribed: z.array(Subscription),
  /** All other channels the viewer can see. */
  never_subscribed: z.array(NeverSubscribed),
}
type Lists = z.output<z.ZodObject<typeof shape>>

const everywhere = (value: Lists, ids: readonly number[], how: <C extends NeverSubscribed>(item: C) => C): Lists => ({
  subscriptions: change(value.subscriptions, ids, how),
  unsubscribed: change(value.unsubscribed, ids, how),
  never_subscribed: change(value.never_subscribed, ids, how),
})

const without = (value: Lists, ids: readonly number[]): Lists => ({
  subscriptions: drop(value.subscriptions, ids),
  unsubscribed: drop(value.unsubscribed, ids),
  never_subscribed: drop(value.never_subscribed, ids),
})

const all = (value: Lists): NeverSubscribed[] => [
  ...value.subscriptions,
  ...value.unsubscribed,
  ...value.never_subscribed,
]

/** Whether the client requested subscribers: then every channel has some list of them. */
const hasLists = (value: Lists): boolean =>
  all(value).every(({ subscribers, partial_subscribers }) => subscribers || partial_subscribers)

const stripped = <C extends NeverSubscribed>({ subscribers: _s, partial_subscribers: _p, ...item }: C): C => item as C

function withPeers<C extends NeverSubscribed>(item: C, added: readonly number[], removed: readonly number[]): C {
  const key = item.subscribers ? 'subscribers' : item.partial_subscribers ? 'partial_subscribers' : undefined
  const subscriber_count = item.subscriber_count + added.length - removed.length
  if (!key) return { ...item, subscriber_count }
  const ids = new Set([...(item[key] as number[]), ...added])
  for (const id of removed) ids.delete(id)
  return { ...item, subscriber_count, [key]: [...ids].sort((a, b) => a - b) }
}

export const subscriptionLists = states('subscription', shape)
  .on(subscribed, (value, { subscriptions }) => {
    const rest = without(
      value,
      subscriptions.map(({ stream_id }) => stream_id),
    )
    const items = hasLists(value) ? subscriptions : subscriptions.map(stripped)
    return { ...rest, subscriptions: put(rest.subscriptions, items) }
  })
  .on(unsubscribed, (value, { subscriptions }, { userId }) => {
    const ids = subscriptions.map(({ stream_id }) => stream_id)
    const left = value.subscriptions
      .filter(({ stream_id }) => ids.includes(stream_id))
      .map((item) => withPeers(item, [], [userId]))
    const rest = without(value, ids)
    return { ...rest, unsubscribed: put(value.unsubscribed, left) }
  })
  .on(subscriptionUpdated, (value, { stream_id, property, value: set }) => ({
    ...value,
    subscriptions: change(value.subscriptions, [stream_id], (item) => ({ ...item, [property]: set })),
  }))
  .on(peersAdded, (value, { stream_ids, user_ids }) =>
    everywhere(value, stream_ids, (item) => withPeers(item, user_ids, [])),
  )
  .on(peersRemoved, (value, { stream_ids, user_ids }) =>
    everywhere(value, stream_ids, (item) => withPeers(item, [], user_ids)),
  )
  .on(channelAdded, (value, { streams }) => {
    const known = new Map(streams.map((stream) => [stream.stream_id, stream]))
    const lists = hasLists(value) ? { subscribers: [] } : {}
    const mine = new Set(all(value).map(({ stream_id }) => stream_id))
    const updated = everywhere(value, [...known.keys()], (item) => ({ ...item, ...known.get(item.stream_id) }))
    const fresh = streams.filter(({ stream_id }) => !mine.has(stream_id)).map((stream) => ({ ...stream, ...lists }))
    return { ...updated, never_subscribed: put(updated.never_subscribed, fresh) }
  })
  .on(channelRemoved, (value, { stream_ids }) => without(value, stream_ids))
  .on(channelUpdated, (value, event) =>
    everywhere(value, [event.stream_id], (item) => ({ ...item, ...updatedFields(event) })),
  )
  .on(userUpdated, (value, { person }) =>
    person.is_active === false
      ? everywhere(
          value,
          all(value).map(({ stream_id }) => stream_id),
          (item) => forgetMember(item, person.user_id),
        )
      : value,
  )
