import type { Organization } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import type { ExportCounts, ExportFormat, ExportType, RealmExport } from './api.ts'
import type { ExportRow } from './store.ts'

const fraction = (time: Date | null): number | null => (time ? time.getTime() / 1000 : null)

export const fileName = (org: Organization, { id, requested_at }: Pick<ExportRow, 'id' | 'requested_at'>): string =>
  `export-${org.get(organizationCache).subdomain || 'organization'}-${requested_at.toISOString().slice(0, 10)}-${id}.tar.gz`

const urlOf = (org: Organization, row: ExportRow, token: string): string =>
  `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/exports/${row.id}/${token}/${fileName(org, row)}`

export const isPending = ({ finished_at, failed_at, deleted_at }: ExportRow): boolean =>
  finished_at === null && failed_at === null && deleted_at === null

const hasFile = ({ finished_at, deleted_at }: ExportRow): boolean => finished_at !== null && deleted_at === null

export const linkTokenOf = (org: Organization, row: ExportRow): string | undefined => {
  const { link_token, link_expires_at } = row
  return hasFile(row) && link_token && link_expires_at && link_expires_at > org.now() ? link_token : undefined
}

export function serializeExport(org: Organization, row: ExportRow): RealmExport {
  const token = linkTokenOf(org, row)
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.requested_at.getTime() / 1000,
    deleted_timestamp: fraction(row.deleted_at),
    failed_timestamp: fraction(row.failed_at),
    export_url: token === undefined ? null : urlOf(org, row, token),
    url_expires_timestamp: token === undefined ? null : fraction(row.link_expires_at),
    pending: isPending(row),
    export_type: row.export_type as ExportType,
    export_format: row.format as ExportFormat,
    percent: isPending(row) ? row.percent : null,
    counts: row.counts as ExportCounts | null,
    size: row.size,
  }
}
