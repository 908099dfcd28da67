import type { Runtime } from '#platform/runtime'
import type { SourceName } from '../../features/data/imports/api.ts'
import { type Outcome, type Progress, runImport, Unreadable } from '../../features/data/imports/public.ts'
import { FailedError } from '../errors.ts'
import { organizationNamed } from './organizations.ts'

export type { Outcome as Imported, Progress } from '../../features/data/imports/public.ts'
/** The owner of the new organization has the password that was asked for. */
export interface OwnerMade {
  readonly phase: 'owner'
}
export type ReportProgress = (progress: Progress | OwnerMade) => void

export interface ArchiveToImport {
  source: SourceName
  /** Absolute, like the report's path. */
  file: string
  report: string
  /** An existing organization, or one to create. */
  into?:
    | { org: string }
    | { name: string; subdomain: string; owner: { full_name: string; email: string; password: string } }
  dryRun: boolean
  grantRoles: boolean
  download: boolean
}

/** Imports running in this process; a repeated request joins the running one. */
const running = new Map<string, { done: Promise<Outcome>; listeners: Set<ReportProgress> }>()

export async function importArchive(
  runtime: Runtime,
  input: ArchiveToImport,
  tell: ReportProgress = () => {},
): Promise<Outcome> {
  const { into, source, file, dryRun } = input
  const place = into && 'org' in into ? into.org : into?.subdomain
  const key = JSON.stringify([runtime.config.dataDir, source, file, place, dryRun])
  let one = running.get(key)
  if (!one) {
    const listeners = new Set<ReportProgress>()
    const toAll: ReportProgress = (progress) => {
      for (const listener of listeners) listener(progress)
    }
    // requests that join were for other passwords, so only the first gets this
    const done = start(runtime, input, toAll, () => tell({ phase: 'owner' })).finally(() => running.delete(key))
    one = { done, listeners }
    running.set(key, one)
  }
  one.listeners.add(tell)
  try {
    return await one.done
  } catch (error) {
    if (error instanceof Unreadable) throw new FailedError(`${file}: ${error.message}`)
    throw error
  }
}

async function start(
  runtime: Runtime,
  input: ArchiveToImport,
  tell: ReportProgress,
  ownerMade: () => void,
): Promise<Outcome> {
  const { into, dryRun, ...more } = input
  if (!into || !('org' in into))
    return runImport(runtime, { ...more, into: into && { ...into, runtime, ownerMade }, isDryRun: dryRun }, tell)
  const org = await organizationNamed(runtime, into.org)
  return runImport(runtime.registry.runtimeOf(org), { ...more, into: { org }, isDryRun: dryRun }, tell)
}
