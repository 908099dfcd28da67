import type { Runtime } from '#platform/runtime'
import type { Into } from './actions/job.ts'
import type { phases, SourceName } from './api.ts'
import type { Catalog, OpenSource } from './records.ts'
import type { Report, Summary } from './report.ts'

export type Workshop = Pick<Runtime, 'config' | 'blobs' | 'now' | 'organizationUrl'> & {
  readonly db: Pick<Runtime['db'], 'read'>
}

export interface Request {
  readonly source: SourceName
  readonly file: string
  /** Shown in the report instead of the path. */
  readonly fileName?: string
  /** Undefined for a dry run of a new organization. */
  readonly into: Into | undefined
  readonly isDryRun: boolean
  readonly grantRoles: boolean
  readonly download: boolean
  /** Path of the report; an existing file is replaced. */
  readonly report: string
}

export interface Progress {
  readonly phase: (typeof phases)[number]
  /** 0 to 100. */
  readonly percentage: number
  readonly messages: number
  readonly counts: Readonly<Record<string, number>>
}

export interface Outcome extends Summary {
  readonly subdomain: string | null
  readonly url: string | null
  readonly report: string
  readonly written: number
}

export interface Task {
  readonly workshop: Workshop
  readonly request: Request
  readonly digest: string
  readonly folder: string
  readonly report: Report
  readonly archive: OpenSource
  readonly catalog: Catalog
  /** Throws what the listener throws to end the import. */
  tell(phase: Progress['phase'], messages: number): void
}
