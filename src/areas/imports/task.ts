import type { Runtime } from '#platform/runtime'
import type { Into } from './actions/job.ts'
import type { phases, SourceName } from './api.ts'
import type { Catalog, OpenSource } from './records.ts'
import type { Report, Summary } from './report.ts'

/** What an import needs of the server. */
export type Workshop = Pick<Runtime, 'config' | 'blobs' | 'now' | 'organizationUrl'> & {
  readonly db: Pick<Runtime['db'], 'read'>
}

export interface Request {
  readonly source: SourceName
  /** The archive's path. */
  readonly file: string
  /** What the report calls it; without it, by its path. */
  readonly fileName?: string
  /** Undefined for a dry run into an organization that is still to be made. */
  readonly into: Into | undefined
  readonly isDryRun: boolean
  readonly grantRoles: boolean
  readonly download: boolean
  /** Where the report is written; what is there is replaced. */
  readonly report: string
}

export interface Progress {
  readonly phase: (typeof phases)[number]
  /** Of all the work, from 0 to 100. */
  readonly percentage: number
  /** Of the archive, how many are done with. */
  readonly messages: number
  /** What was found so far, by kinds. */
  readonly counts: Readonly<Record<string, number>>
}

export interface Outcome extends Summary {
  readonly subdomain: string | null
  readonly url: string | null
  readonly report: string
  /** Messages of the archive that this run has written; none in a dry run. */
  readonly written: number
}

/** An archive that is open, and what is wanted of it. */
export interface Task {
  readonly workshop: Workshop
  readonly request: Request
  readonly digest: string
  /** For files on their way. */
  readonly folder: string
  readonly report: Report
  readonly archive: OpenSource
  readonly catalog: Catalog
  /** Throws what the listener throws: an import that is to end. */
  tell(phase: Progress['phase'], messages: number): void
}
