import { seconds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { personal } from '../../people/user-settings/access.ts'
import { visibilityOf } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const isAway = (account: Account) => account.botType === null && !personal(account, 'presence_enabled')

export function shown(account: Account, status: store.Status = store.noStatus): api.UserStatus {
  const { due_at, ...words } = status as typeof store.noStatus & typeof store.noEmoji
  return api.said({ ...words, away: isAway(account), until: due_at && seconds(due_at) })
}

export function everyStatus(
  org: Organization,
  viewer: Viewer,
  rows: Awaited<ReturnType<typeof store.list>>,
): Record<string, api.UserStatus> {
  const statuses = new Map(rows.map((row) => [row.user_id, row]))
  const all: Record<string, api.UserStatus> = {}
  const knows = visibilityOf(org, viewer)
  for (const account of org.get(peopleCache).all()) {
    if (!account.isActive || !knows(account.id)) continue
    const row = statuses.get(account.id)
    // perf: most people have no status
    if (!row && !isAway(account)) continue
    const one = shown(account, row)
    if (Object.keys(one).length > 0) all[account.id] = one
  }
  return all
}
