import type { Runtime } from '#platform/runtime'
import type { Into } from './actions/job.ts'
import type { Catalog, OpenSource } from './records.ts'
import type { Report, Summary } from './report.ts'

export interface Request {
  readonly source: string
  /** The archive's path. */
  readonly file: string
  /** Undefined for a dry run into an organization that is still to be made. */
  readonly into: Into | undefined
  readonly isDryRun: boolean
  readonly grantRoles: boolean
  readonly download: boolean
  /** Where the report is written; what is there is replaced. */
  readonly report: string
}

export interface Progress {
  readonly phase: 'unpacking' | 'people and channels' | 'messages' | 'finishing'
  /** Of the archive, how many are done with. */
  readonly messages: number
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
  readonly runtime: Runtime
  readonly request: Request
  readonly digest: string
  /** For files on their way. */
  readonly folder: string
  readonly report: Report
  readonly archive: OpenSource
  readonly catalog: Catalog
  tell(progress: Progress): void
}
