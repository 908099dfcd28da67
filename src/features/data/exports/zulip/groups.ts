import { serverSupportedPermissionSettings } from '../../../people/organization/permission-settings.ts'
import type { Permissions } from './permissions.ts'
import { type Snapped, secondsOrNull } from './row.ts'

export type GroupRow = Snapped<'user_group'>

export const namedGroupRow = (group: GroupRow, orgId: number, permissions: Permissions): object => ({
  usergroup_ptr: group.id,
  realm: orgId,
  name: group.name,
  description: group.description,
  is_system_group: group.is_system,
  deactivated: group.deactivated,
  creator: group.creator_id,
  date_created: secondsOrNull(group.created_at),
  ...permissions.all(serverSupportedPermissionSettings.group, group.settings as Readonly<Record<string, unknown>>, {
    creator: group.creator_id,
    isSystem: group.is_system,
  }),
})

export function* numbered<T extends object>(rows: Iterable<T>): Generator<T & { id: number }> {
  let id = 0
  for (const row of rows) yield { id: ++id, ...row }
}
