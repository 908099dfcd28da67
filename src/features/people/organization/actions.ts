import { apiError } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { organizationDeactivated, realmSettingsChanged } from './api.ts'
import { organizationCache } from './cache.ts'
import type { QuotaName } from './quota-names.ts'
import { type OwnQuotas, quotasOf, quotasOfServer, serializeQuotas } from './quotas.ts'
import { update } from './store.ts'

export const organizationGone = apiError(401, 'REALM_DEACTIVATED', 'This organization has been deactivated')

export const organizationMoved = apiError(401, 'REALM_DEACTIVATED', 'This organization has moved to {moved_to}')

/** Throws while the organization is closed or moved. */
export function checkOpen(org: Organization): void {
  const { deactivatedAt, movedTo } = org.get(organizationCache)
  if (movedTo !== null) throw organizationMoved({ moved_to: movedTo })
  if (deactivatedAt !== null) throw organizationGone()
}

/** Closed or moved to another server. */
export function isClosed(org: Organization): boolean {
  const { deactivatedAt, movedTo } = org.get(organizationCache)
  return deactivatedAt !== null || movedTo !== null
}

const close = ({ tx, org }: Mutation, deactivated_at: Date | null) =>
  update(tx, org.id, { deactivated_at, moved_to: null })

/** Keeps the data. Returns whether it was open; the caller ends event queues after the commit. */
export async function deactivateOrganization(mutation: Mutation): Promise<boolean> {
  if (mutation.get(organizationCache).deactivatedAt !== null) return false
  await close(mutation, mutation.now)
  mutation.emit(organizationDeactivated, { realm_id: mutation.org.id }, { everyone: true })
  return true
}

export async function reactivateOrganization(mutation: Mutation): Promise<boolean> {
  if (mutation.get(organizationCache).deactivatedAt === null) return false
  await close(mutation, null)
  mutation.emit(realmSettingsChanged, { property: 'default', data: {} }, [])
  return true
}

/** Changes the organization's quotas; undefined resets one to the server's option. Returns whether anything changed. */
export async function changeQuotas(
  mutation: Mutation,
  changes: { readonly [name in QuotaName]?: number | null | undefined },
) {
  const { org, tx } = mutation
  const { config } = org.services
  const before = quotasOf(org, config)
  const own: Record<string, number | null | undefined> = { ...org.get(organizationCache).quotas, ...changes }
  for (const [name, value] of Object.entries(own)) if (value === undefined) delete own[name]
  if (JSON.stringify(own) === JSON.stringify(org.get(organizationCache).quotas)) return false
  await update(tx, org.id, { quotas: own })
  const shown = serializeQuotas({ ...quotasOfServer(config), ...(own as OwnQuotas) })
  const shownBefore = serializeQuotas(before)
  const data = Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => value !== shownBefore[name as keyof typeof shown]),
  )
  mutation.emit(realmSettingsChanged, { property: 'default', data }, { everyone: true })
  return true
}

/** Redirects everyone to another URL; works on closed organizations, too. */
export async function sendElsewhere(mutation: Mutation, moved_to: string): Promise<void> {
  await update(mutation.tx, mutation.org.id, { moved_to })
  mutation.emit(realmSettingsChanged, { property: 'default', data: {} }, [])
}
