import type { GroupId } from '#contract'
import type { Tx } from '#platform/db'
import { systemGroupNames } from '../../organization/settings.ts'
import { insertSubgroups, insertSystemGroups } from '../store.ts'

/** Each role's group contains the group of the next higher role. */
const chain = systemGroupNames.filter((name) => name !== 'role:nobody')

/** Before any process has loaded the organization. */
export async function makeSystemGroups(tx: Tx, orgId: number): Promise<void> {
  const idOf = await insertSystemGroups(tx, orgId, systemGroupNames)
  const rows = chain.slice(1).map((higher, index) => ({
    org_id: orgId,
    group_id: idOf.get(chain[index] as string) as GroupId,
    subgroup_id: idOf.get(higher) as GroupId,
  }))
  await insertSubgroups(tx, rows)
}
