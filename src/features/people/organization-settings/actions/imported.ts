import type { GroupSettingValue } from '#contract'
import type { Mutation } from '#platform/organization'
import { realmSettingsChanged } from '../../organization/api.ts'
import { settingsOf } from '../../organization/cache.ts'
import type { OrganizationSettings, PermissionSettingName } from '../../organization/settings.ts'
import { serializeSettings } from '../serialize.ts'
import * as store from '../store.ts'

/** Sets permissions from an archive, unless they were changed here. */
export async function setImportedOrganizationPermissions(
  mutation: Mutation,
  permissions: Partial<Record<PermissionSettingName, GroupSettingValue>>,
): Promise<void> {
  const { tx, org } = mutation
  const stored = await store.storedSettings(tx, org.id)
  const chosen = Object.entries(permissions).filter(([name]) => !Object.hasOwn(stored, name))
  if (chosen.length === 0) return
  const before = settingsOf(org)
  const after: OrganizationSettings = { ...before, ...Object.fromEntries(chosen) }
  await store.update(tx, org.id, { settings: { ...stored, ...Object.fromEntries(chosen) } })
  const shown = serializeSettings(org, after)
  const data = Object.fromEntries(chosen.map(([name]) => [name, shown[name]]))
  mutation.emit(realmSettingsChanged, { property: 'default', data }, { everyone: true })
}
