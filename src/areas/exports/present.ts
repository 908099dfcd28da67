import type { Organization } from '#platform/organization'
import { organizationMirror } from '../organization/mirror.ts'
import type { ExportCounts, ExportFormat, ExportType, RealmExport } from './api.ts'
import type { ExportRow } from './store.ts'

const fraction = (time: Date | null): number | null => (time ? time.getTime() / 1000 : null)

/** What the archive is called when somebody keeps it. */
export const fileName = (org: Organization, { id, requested_at }: Pick<ExportRow, 'id' | 'requested_at'>): string =>
  `export-${org.get(organizationMirror).subdomain || 'organization'}-${requested_at.toISOString().slice(0, 10)}-${id}.tar.gz`

const urlOf = (org: Organization, row: ExportRow): string =>
  `${org.services.organizationUrl(org.get(organizationMirror).subdomain)}/exports/${row.id}/${row.token}/${fileName(org, row)}`

export const isPending = ({ finished_at, failed_at, deleted_at }: ExportRow): boolean =>
  finished_at === null && failed_at === null && deleted_at === null

export const hasFile = ({ finished_at, deleted_at }: ExportRow): boolean => finished_at !== null && deleted_at === null

export const presentExport = (org: Organization, row: ExportRow): RealmExport => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  export_time: row.requested_at.getTime() / 1000,
  deleted_timestamp: fraction(row.deleted_at),
  failed_timestamp: fraction(row.failed_at),
  export_url: hasFile(row) ? urlOf(org, row) : null,
  pending: isPending(row),
  export_type: row.export_type as ExportType,
  export_format: row.format as ExportFormat,
  percent: isPending(row) ? row.percent : null,
  counts: row.counts as ExportCounts | null,
  size: row.size,
})
