import type { ChannelId, UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { checkNotRestricted } from '../../people/restrictions/access.ts'
import { canAccessUser, userByEmail } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { visibleChannel } from '../channels/access.ts'
import { noSuchChannelId } from '../channels/errors.ts'
import { noSuchPrincipal, principalDeactivated } from './api.ts'
import { subscriptionsCache } from './cache.ts'

function account(org: Organization, viewer: Viewer, principal: UserId | string): Account | undefined {
  if (typeof principal === 'number')
    return canAccessUser(org, viewer, principal) ? org.get(peopleCache).byId.get(principal) : undefined
  try {
    return userByEmail(org, viewer, principal)
  } catch {
    return undefined
  }
}

/** The accounts a request is about, without duplicates; restricted people can act only for themselves. */
export function principalsOf(mutation: Mutation, principals: readonly (UserId | string)[] | undefined): Account[] {
  const { org, viewer } = mutation
  const found = new Map<UserId, Account>()
  for (const principal of principals ?? [viewer.id]) {
    const one = account(org, viewer, principal)
    if (!one || one.isSystemBot) throw noSuchPrincipal({}, { principal })
    if (!one.isActive) throw principalDeactivated({}, { principal })
    found.set(one.id, one)
  }
  if ([...found.keys()].some((id) => id !== viewer.id)) checkNotRestricted(mutation, { in: 'elsewhere' })
  return [...found.values()]
}

/** Throws unless the viewer can see all of these channels. */
export async function checkVisible(mutation: Mutation, ids: readonly ChannelId[]): Promise<void> {
  const subscriptions = await mutation.fetch(subscriptionsCache, mutation.viewer.id)
  for (const id of ids) visibleChannel(mutation, mutation.viewer, subscriptions, id, noSuchChannelId)
}
