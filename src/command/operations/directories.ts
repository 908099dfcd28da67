import type { Runtime } from '#platform/runtime'
import { directoriesOf } from '../../features/sign-in/directories/access.ts'
import { leaseMs, perform } from '../../features/sign-in/directories/actions/run.ts'
import { requestRun } from '../../features/sign-in/directories/actions/runs.ts'
import type { Found } from '../../features/sign-in/directories/api.ts'
import { noDirectory } from '../../features/sign-in/directories/api.ts'
import { organizationNamed } from './organizations.ts'

/** The result of a synchronization, for the command line. */
export interface Synchronized extends Found {
  outcome: 'done' | 'held back' | 'failed'
  people: number
  problem: string | null
}

export async function syncDirectories(
  runtime: Runtime,
  input: { org?: string; dryRun: boolean; anyNumber: boolean },
): Promise<Synchronized> {
  const org = await organizationNamed(runtime, input.org)
  if (directoriesOf(runtime.config, org).length === 0) throw noDirectory()
  const taken = new Date(runtime.now().getTime() + leaseMs)
  const row = await org.transact(null, (mutation) => requestRun(mutation, { by: null, isDryRun: input.dryRun, taken }))
  const { outcome, people, found, problem } = await perform(runtime.registry.runtimeOf(org), org, row, {
    anyNumber: input.anyNumber,
  })
  return { outcome, people, problem, ...found }
}
