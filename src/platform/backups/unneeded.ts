import { parseKeepRules } from '#platform/config'
import { keyOf, type Order, uploadsNamedBy } from './backup.ts'
import type { BackupLock } from './backup-lock.ts'
import { kept } from './keep-rules.ts'
import { placeOf, recordsIn, removeBackup } from './place.ts'
import { removeUnnamed } from './upload-copies.ts'

/**
 * Removes the backups that the rules do not keep, and the copies of files that no other one names; answers the names
 * of the backups. Where one of those that stay cannot be read, no copy is removed.
 */
export async function removeUnneeded({ config, to, access, now }: Order, lock: BackupLock): Promise<string[]> {
  const place = placeOf(config, to, access)
  const records = await recordsIn(place)
  const keep = kept(records, parseKeepRules(config.backupKeep) ?? [], new Date(now))
  const gone = records.filter((one) => !keep.has(one))
  if (gone.length === 0) return []
  const named = new Set<string>()
  for (const { name } of keep)
    for (const { content } of await uploadsNamedBy(place, name, keyOf(config))) named.add(content)
  for (const { name } of gone) await removeBackup(place, name)
  await removeUnnamed(place, named, lock)
  return gone.map(({ name }) => name)
}
