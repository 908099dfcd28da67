import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import { directoriesOf } from '../access.ts'
import type { Found, phases } from '../api.ts'
import { DirectoryError } from '../connection.ts'
import { contentsOf } from '../contents.ts'
import type { Directory } from '../directory.ts'
import { planOf } from '../plan.ts'
import * as store from '../store.ts'
import { Tally } from '../tally.ts'
import type { Workshop } from './attempt.ts'
import { bringMemberships } from './memberships.ts'
import { applyPlan } from './people.ts'
import { bringPictures } from './pictures.ts'

export interface Wanted {
  readonly config: Config
  readonly blobs: BlobStore
  readonly org: Organization
  readonly isDryRun: boolean
  /** Ignores the limit on deactivations. */
  readonly anyNumber: boolean
}

export interface Progress {
  readonly phase: (typeof phases)[number]
  readonly people: number
  readonly found: Found
}

export interface Outcome {
  readonly outcome: 'done' | 'held back' | 'failed'
  readonly people: number
  readonly found: Found
  readonly problem: string | null
  readonly hasChanges: boolean
}

/**
 * Synchronizes accounts, groups, and pictures with every directory of an organization. A directory is read completely
 * before anything changes, so that a failure in between changes nothing. `tell` throws to end the run.
 */
export async function synchronize(wanted: Wanted, tell: (progress: Progress) => void): Promise<Outcome> {
  const { config, blobs, org, isDryRun } = wanted
  const tally = new Tally()
  const told = { phase: 'reading' as Progress['phase'], people: 0 }
  const check = () => tell({ ...told, found: tally.found })
  const shop: Workshop = { config, blobs, org, isDryRun, tally, check }
  const [failures, objections]: [string[], string[]] = [[], []]
  for (const directory of directoriesOf(config, org)) {
    const before = told.people
    const begin = (phase: Progress['phase']) => {
      told.phase = phase
      check()
    }
    try {
      begin('reading')
      const contents = await contentsOf(directory, (people) => {
        told.people = before + people
        check()
      })
      const objection = await bring(shop, directory, contents, wanted, begin)
      if (objection !== undefined) objections.push(`${directory.name}: ${objection}`)
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error
      failures.push(`${directory.name} ${error.message}`)
    }
  }
  tally.read(told.people)
  const outcome = failures.length > 0 ? 'failed' : objections.length > 0 ? 'held back' : 'done'
  const problem = [...failures, ...objections].join('; ') || null
  return { outcome, people: told.people, found: tally.found, problem, hasChanges: tally.hasChanges }
}

/** Returns the reason if nothing was done. */
async function bring(
  shop: Workshop,
  directory: Directory,
  contents: Awaited<ReturnType<typeof contentsOf>>,
  { org, anyNumber }: Wanted,
  begin: (phase: Progress['phase']) => void,
): Promise<string | undefined> {
  const links = await org.db.read((tx) => store.links(tx, org.id))
  const plan = await planOf(org, directory, contents, links)
  const { objection } = plan
  if (objection !== undefined && !anyNumber && !shop.isDryRun) return objection
  begin('people')
  await applyPlan(shop, directory, plan)
  begin('pictures')
  await bringPictures(shop, directory, contents, plan)
  begin('groups')
  await bringMemberships(shop, directory, contents, plan)
  return anyNumber ? undefined : objection
}
