import { parseKeepRules } from '#platform/config'
import { keyOf, type Order, uploadsNamedBy } from './backup.ts'
import { type BackupLock, withBackupLock } from './backup-lock.ts'
import { kept } from './keep-rules.ts'
import { placeOf, recordsIn, removeBackup } from './place.ts'
import { removeUnnamed } from './upload-copies.ts'

/**
 * Removes the backups that the rules don't keep, and then the copies of uploads that no remaining backup refers to. All
 * copies stay if a remaining backup can't be read. Returns what couldn't be done and why, for the log: the new backup
 * is good regardless.
 */
export async function removeUnneeded(order: Order): Promise<string[]> {
  try {
    return await withBackupLock({ config: order.config }, (lock) => remove(order, lock))
  } catch (error) {
    return [`Backups that are no longer needed couldn't be removed: ${(error as Error).message}`]
  }
}

async function remove({ config, to, access, now }: Order, lock: BackupLock): Promise<string[]> {
  const place = placeOf(config, to, access)
  const records = await recordsIn(place)
  const keep = kept(records, parseKeepRules(config.backupKeep) ?? [], new Date(now))
  const gone = records.filter((one) => !keep.has(one))
  if (gone.length === 0) return []
  const named = new Set<string>()
  const unread: string[] = []
  for (const { name } of keep) {
    const uploads = await uploadsNamedBy(place, name, keyOf(config)).catch((error: Error) => {
      unread.push(
        `${name} can't be read, so copies of uploads that are no longer needed stay in ${place.address}: ${error.message}`,
      )
      return []
    })
    for (const { content } of uploads) named.add(content)
  }
  for (const { name } of gone) await removeBackup(place, name)
  if (unread.length === 0) await removeUnnamed(place, named, lock)
  return unread
}
