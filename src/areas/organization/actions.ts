import { apiError } from '#contract'
import type { Act, Organization } from '#platform/organization'
import { organizationDeactivated, realmSettingsChanged } from './api.ts'
import { organizationMirror } from './mirror.ts'
import type { QuotaName } from './quota-names.ts'
import { type OwnQuotas, presentQuotas, quotasOf, quotasOfServer } from './quotas.ts'

export const organizationGone = apiError(401, 'REALM_DEACTIVATED', 'This organization has been deactivated')

export const organizationMoved = apiError(401, 'REALM_DEACTIVATED', 'This organization has moved to {moved_to}')

/** Throws while the organization is closed or moved. */
export function checkOpen(org: Organization): void {
  const { deactivatedAt, movedTo } = org.get(organizationMirror)
  if (movedTo !== null) throw organizationMoved({ moved_to: movedTo })
  if (deactivatedAt !== null) throw organizationGone()
}

/** Closed or moved to another server. */
export function isClosed(org: Organization): boolean {
  const { deactivatedAt, movedTo } = org.get(organizationMirror)
  return deactivatedAt !== null || movedTo !== null
}

const close = ({ tx, org }: Act, deactivated_at: Date | null) =>
  tx.updateTable('organization').set({ deactivated_at, moved_to: null }).where('id', '=', org.id).execute()

/** Keeps the data. Returns whether it was open; the caller ends event queues after the commit. */
export async function deactivateOrganization(act: Act): Promise<boolean> {
  if (act.get(organizationMirror).deactivatedAt !== null) return false
  await close(act, act.now)
  act.emit(organizationDeactivated, { realm_id: act.org.id }, { everyone: true })
  return true
}

export async function reactivateOrganization(act: Act): Promise<boolean> {
  if (act.get(organizationMirror).deactivatedAt === null) return false
  await close(act, null)
  act.emit(realmSettingsChanged, { property: 'default', data: {} }, [])
  return true
}

/** Changes the organization's quotas; undefined resets one to the server's option. Returns whether anything changed. */
export async function changeQuotas(act: Act, changes: { readonly [name in QuotaName]?: number | null | undefined }) {
  const { org, tx } = act
  const { config } = org.services
  const before = quotasOf(org, config)
  const own: Record<string, number | null | undefined> = { ...org.get(organizationMirror).quotas, ...changes }
  for (const [name, value] of Object.entries(own)) if (value === undefined) delete own[name]
  if (JSON.stringify(own) === JSON.stringify(org.get(organizationMirror).quotas)) return false
  await tx.updateTable('organization').set({ quotas: own }).where('id', '=', org.id).execute()
  const shown = presentQuotas({ ...quotasOfServer(config), ...(own as OwnQuotas) })
  const shownBefore = presentQuotas(before)
  const data = Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => value !== shownBefore[name as keyof typeof shown]),
  )
  act.emit(realmSettingsChanged, { property: 'default', data }, { everyone: true })
  return true
}

/** Redirects everyone to another URL; works on closed organizations, too. */
export async function sendElsewhere(act: Act, moved_to: string): Promise<void> {
  await act.tx.updateTable('organization').set({ moved_to }).where('id', '=', act.org.id).execute()
  act.emit(realmSettingsChanged, { property: 'default', data: {} }, [])
}
