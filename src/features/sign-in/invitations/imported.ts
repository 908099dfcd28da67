import { isGuest, roles } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { checkAddressAllowed } from './access/addresses.ts'
import { checkCanInvite } from './access/invitation.ts'
import { mailInvitations, maxAtOnce } from './actions.ts'
import type { InvitedImported } from './api.ts'
import * as store from './store.ts'

/** They already have the channels and the role of the archive; an invitation never lowers a role. */
const offer = {
  stream_ids: [],
  group_ids: [],
  include_realm_default_subscriptions: false,
  notify_referrer_on_join: false,
}

export async function inviteImported(
  mutation: Mutation,
  userIds: readonly number[] | undefined,
  invite_expires_in_minutes: number | null,
): Promise<InvitedImported> {
  checkCanInvite(mutation, 'can_invite_users_group', { ...offer, invite_as: roles.member })
  const wanted = userIds && new Set<number>(userIds)
  const people = mutation
    .get(peopleCache)
    .all()
    .filter(({ id, isUnclaimed, isActive }) => isUnclaimed && !isActive && (wanted?.has(id) ?? true))
  const pending = await store.list(mutation.tx, mutation.org.id, mutation.now)
  const invited = new Set(pending.map(({ email }) => email?.toLowerCase()))
  const waiting = people.filter(({ deliveryEmail }) => !invited.has(deliveryEmail.toLowerCase()))
  const allowed = waiting.filter((one) => isAllowed(mutation, one))
  const now = allowed.slice(0, maxAtOnce)
  for (const invite_as of [roles.guest, roles.member] as const) {
    const emails = now.filter((one) => isGuest(one) === (invite_as === roles.guest)).map((one) => one.deliveryEmail)
    if (emails.length > 0) await mailInvitations(mutation, emails, { ...offer, invite_as, invite_expires_in_minutes })
  }
  return {
    invited: now.length,
    already_invited: people.length - waiting.length,
    not_allowed: waiting.length - allowed.length,
    remaining: allowed.length - now.length,
  }
}

function isAllowed({ org }: Mutation, { deliveryEmail }: Account): boolean {
  try {
    checkAddressAllowed(org, deliveryEmail)
    return true
  } catch {
    return false
  }
}
