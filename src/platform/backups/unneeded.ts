import { parseKeepRules } from '#platform/config'
import { keyOf, type Order, uploadsNamedBy } from './backup.ts'
import type { BackupLock } from './backup-lock.ts'
import { kept } from './keep-rules.ts'
import { placeOf, recordsIn, removeBackup } from './place.ts'
import { removeUnnamed } from './upload-copies.ts'

/**
 * Removes the backups that the rules don't keep, and then the copies of uploads no remaining backup refers to. Returns
 * the removed names. Throws before removing anything if a kept backup can't be read.
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
