import type { GroupId } from '#contract'
import type { Tx } from '#platform/db'
import { systemGroupNames } from '../../organization/settings.ts'

/** Each role's group contains the group of the next higher role. */
const chain = systemGroupNames.filter((name) => name !== 'role:nobody')

/** Before any process has loaded the organization. */
export async function makeSystemGroups(tx: Tx, orgId: number): Promise<void> {
  const groups = await tx
    .insertInto('user_group')
    .values(systemGroupNames.map((name) => ({ org_id: orgId, name, is_system: true })))
    .returning(['id', 'name'])
    .execute()
  const idOf = new Map(groups.map((group) => [group.name, group.id]))
  await tx
    .insertInto('user_group_subgroup')
    .values(
      chain.slice(1).map((higher, index) => ({
        org_id: orgId,
        group_id: idOf.get(chain[index] as string) as GroupId,
        subgroup_id: idOf.get(higher) as GroupId,
      })),
    )
    .execute()
}
