import type { Runtime } from '#platform/runtime'
import { ArchiveError, abandoned, checkArchive, importArchive, isTaken } from '../../features/data/exports/public.ts'
import { FailedError } from '../errors.ts'
import { eraseOrganization } from './deletion.ts'
import type { ReportProgress } from './index.ts'
import { databaseNamed } from './organizations.ts'

interface OrganizationImport {
  /** Null for a dry run. */
  url: string | null
  name: string
  rows: number
  messages: number
  files: number
  ids_kept: boolean | null
  secrets: boolean
}

/** A running import updates its heartbeat often; after this time it's considered dead. */
const abandonedMs = 120_000

/** Creates an organization from an archive, completely or not at all. */
export async function importOrganization(
  { registry }: Runtime,
  input: { file: string; subdomain: string; database?: string | undefined; dryRun: boolean },
  tell: ReportProgress = () => {},
): Promise<OrganizationImport> {
  const { file, subdomain } = input
  const runtime = databaseNamed(registry, input.database)
  try {
    const { note, ...counts } = await checkArchive(file)
    const { name } = note.organization
    if (await runtime.db.read((tx) => isTaken(tx, subdomain)))
      throw new FailedError(
        subdomain
          ? `The subdomain '${subdomain}' is already taken`
          : 'There is already an organization at the root: choose a subdomain, such as --subdomain team',
      )
    if (input.dryRun) return { url: null, name, ...counts, ids_kept: null, secrets: note.secrets }
    await eraseAbandoned(runtime)
    let done = 0
    const written = (rows: number) => {
      done += rows
      tell({ phase: 'restoring', done, of: counts.rows, unit: 'row' })
    }
    return await registry.placing(subdomain, runtime, () => importWhole(runtime, file, subdomain, written))
  } catch (error) {
    if (error instanceof ArchiveError) throw new FailedError(error.message)
    throw error
  }
}

async function importWhole(
  runtime: Runtime,
  file: string,
  subdomain: string,
  written: (rows: number) => void,
): Promise<OrganizationImport> {
  let orgId: number | undefined
  const begun = (id: number) => {
    orgId = id
    underWay.add(id)
  }
  try {
    const { org_id: _, position: __, ...done } = await importArchive(runtime, file, subdomain, begun, written)
    return { url: runtime.organizationUrl(subdomain), ...done }
  } catch (error) {
    if (orgId !== undefined) await eraseOrganization(runtime, orgId)
    throw error
  } finally {
    if (orgId !== undefined) underWay.delete(orgId)
  }
}

/** Imports of this process. */
const underWay = new Set<number>()

/** Deletes what killed imports left: on the embedded database, everything that this process isn't importing. */
export async function eraseAbandoned(runtime: Runtime): Promise<number> {
  const since = new Date(runtime.now().getTime() + (runtime.db.embedded ? 1_000 : -abandonedMs))
  const left = (await runtime.db.read((tx) => abandoned(tx, since))).filter((id) => !underWay.has(id))
  for (const id of left) await eraseOrganization(runtime, id)
  return left.length
}
