import {
  checkMove,
  type Moved,
  MoveError,
  type MoveProgress,
  moveOrganization,
  type TableToMove,
  tablesToMove,
} from '#platform/moves'
import type { Runtime } from '#platform/runtime'
import { FailedError } from '../errors.ts'
import { databaseNamed, placeOfOrganization } from './organizations.ts'

interface OrganizationToMove {
  org: string
  /** The database's name. */
  to: string
  dryRun: boolean
}

/** An organization that was or would be moved. */
export interface MovedOrganization {
  subdomain: string
  from: string
  to: string
  tables: readonly TableToMove[]
  /** Undefined for a dry run. */
  moved?: Moved
}

/** Moves an organization to another database without disconnecting its users. */
export async function moveToDatabase(
  runtime: Runtime,
  { org, to: target, dryRun }: OrganizationToMove,
  tell: (progress: MoveProgress) => void = () => {},
): Promise<MovedOrganization> {
  const { registry } = runtime
  if (registry.all.length === 1) throw new FailedError('there is only one database; configure others with --databases')
  databaseNamed(registry, target)
  const { id: orgId, subdomain, place } = await placeOfOrganization(runtime, org)
  const source = registry.nameOf(place)
  const move = { orgId, subdomain, source, target, decidedAt: null }
  const { places } = registry
  try {
    await checkMove(places, move)
    const tables = await tablesToMove(places, move)
    const facts = { subdomain, from: source, to: target, tables }
    if (dryRun) return facts
    return { ...facts, moved: await moveOrganization({ places, move, tell, moved: () => place.gone(orgId) }) }
  } catch (error) {
    if (error instanceof MoveError)
      throw new FailedError(`${subdomain || 'the organization'} wasn't moved: ${error.message}`)
    throw error
  }
}
