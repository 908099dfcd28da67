import { type Route, serve } from '#platform/serve'
import * as api from './api.ts'
import { serialize } from './serialize.ts'
import * as store from './store.ts'

const timeOf = (secs: number | undefined): Date | undefined => (secs === undefined ? undefined : new Date(secs * 1000))

export const routes: readonly Route[] = [
  serve(api.getAuditLog, async ({ read, org }, { before, limit, acting_user_id, action, since, until }) => {
    const rows = await read((tx) =>
      store.list(tx, org.id, {
        before,
        actingUserId: acting_user_id,
        action,
        since: timeOf(since),
        until: timeOf(until),
        limit: limit + 1,
      }),
    )
    return { entries: rows.slice(0, limit).map(serialize), has_more: rows.length > limit }
  }),
]
