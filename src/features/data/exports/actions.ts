import { randomBytes } from 'node:crypto'
import { dayMs, isAdministrator, mustBeOwner, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { removeBlobKeys } from '../../messages/attachments/due.ts'
import { settingsOf } from '../../people/organization/cache.ts'
import { personal } from '../../people/user-settings/access.ts'
import type { UserSettings } from '../../people/user-settings/settings.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import * as api from './api.ts'
import { canDownload, problemWithoutConsent } from './rules.ts'
import { isPending, serializeExport } from './serialize.ts'
import * as store from './store.ts'

const weekMs = 7 * dayMs
const exportsPerWeek = 5
const linkMs = 7 * dayMs

export const newLink = (now: Date) => ({
  link_token: randomBytes(24).toString('base64url'),
  link_expires_at: new Date(now.getTime() + linkMs),
})

export const archiveKey = ({ org_id, token }: Pick<store.ExportRow, 'org_id' | 'token'>): string =>
  `exports/${org_id}/${token}.tar.gz`

/** Requests an archive; the timer creates them one at a time per organization. */
export async function requestExport(
  mutation: Mutation,
  export_type: api.ExportType,
  format: api.ExportFormat,
): Promise<store.ExportRow> {
  const { tx, org, viewer, now } = mutation
  if (format !== 'loquat' && export_type !== 'full_without_consent') throw api.formatHoldsEverything({}, { format })
  if (export_type === 'full_without_consent') {
    const problem = problemWithoutConsent(viewer, settingsOf(org).owner_full_content_access)
    if (problem) throw problem === 'turnedOff' ? api.consentNeeded() : mustBeOwner()
  }
  const all = await store.list(tx, org.id)
  if (all.filter((row) => now.getTime() - row.requested_at.getTime() < weekMs).length >= exportsPerWeek)
    throw api.tooManyExports({}, { limit: exportsPerWeek })
  const row = await store.insert(tx, {
    org_id: org.id,
    acting_user_id: viewer.id,
    export_type,
    format,
    token: randomBytes(24).toString('base64url'),
    requested_at: now,
    due_at: now,
  })
  await announceExports(mutation, viewer.id)
  return row
}

/** Throws unless the archive exists. */
async function finishedExport(mutation: Mutation, id: number): Promise<store.ExportRow> {
  const row = await store.find(mutation.tx, mutation.org.id, id)
  if (!row) throw api.noSuchExport()
  if (row.deleted_at) throw api.exportDeleted()
  if (row.failed_at) throw api.exportFailed()
  if (isPending(row)) throw api.exportPending()
  return row
}

export async function changeLink(mutation: Mutation, id: number, link: 'new' | 'none'): Promise<void> {
  const row = await finishedExport(mutation, id)
  if (link === 'new' && !canDownload(mutation.viewer, row)) throw mustBeOwner()
  const none = { link_token: null, link_expires_at: null }
  await store.update(mutation.tx, id, link === 'new' ? newLink(mutation.now) : none)
  await announceExports(mutation, row.acting_user_id)
}

/** The archive is removed after the commit; the row stays. */
export async function deleteExport(mutation: Mutation, id: number): Promise<void> {
  const row = await finishedExport(mutation, id)
  await store.update(mutation.tx, id, { deleted_at: mutation.now, link_token: null, link_expires_at: null })
  await removeBlobKeys(mutation, [archiveKey(row)])
  await announceExports(mutation, row.acting_user_id)
}

export async function announceExports(mutation: Mutation, userId: UserId): Promise<void> {
  const viewer = mutation.get(peopleCache).byId.get(userId)
  if (!viewer) return
  const all = await store.list(mutation.tx, mutation.org.id)
  mutation.emit(api.exportsChanged, { exports: all.map((row) => serializeExport(mutation.org, row, viewer)) }, [userId])
}

export function announceConsent(
  mutation: Mutation,
  account: Pick<Account, 'id' | 'botType' | 'settings'>,
  consented?: boolean,
) {
  if (account.botType !== null) return
  const administrators = mutation
    .get(peopleCache)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
    .map(({ id }) => id)
  mutation.emit(
    api.consentChanged,
    { user_id: account.id, consented: consented ?? personal(account, 'allow_private_data_export') },
    administrators,
  )
}

export async function announceChangedConsent(
  mutation: Mutation,
  userIds: readonly UserId[],
  { allow_private_data_export: consented }: Partial<UserSettings>,
): Promise<void> {
  if (consented === undefined) return
  const { byId } = mutation.get(peopleCache)
  for (const id of userIds) {
    const account = byId.get(id)
    if (account) announceConsent(mutation, account, consented)
  }
}
