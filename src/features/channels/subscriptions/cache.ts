import { anyOf } from '#platform/db'
import { keyedCache } from '#platform/organization'
import { subscribed, unsubscribed } from '../channels/states.ts'
import { UserSubscriptions } from './span.ts'

/** Loaded for connected users and callers. */
export const subscriptionsCache = keyedCache<UserSubscriptions>({
  name: 'subscriptions',
  capacity: 2_000,
  async load(tx, orgId, keys) {
    const users = new Map(keys.map((key) => [key, new UserSubscriptions()]))
    const rows = await tx
      .selectFrom('subscription_span')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('user_id', '=', anyOf(keys))
      .orderBy('from_position')
      .execute()
    for (const row of rows) {
      const spans = users.get(row.user_id)?.spans
      const span = {
        fromMessageId: row.from_message_id,
        toMessageId: row.to_message_id,
        from: row.from_position,
        to: row.to_position,
      }
      const list = spans?.get(row.channel_id)
      if (list) list.push(span)
      else spans?.set(row.channel_id, [span])
    }
    return users
  },
}).on([subscribed, unsubscribed], ({ audience }) => audience.users ?? [])
