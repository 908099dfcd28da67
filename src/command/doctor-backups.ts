import { intervalOf, keyOf, placeOf, recordsIn } from '#platform/backups'
import { type Config, flagOf } from '#platform/config'

/** Checks that there are backups, how old they are, and whether a trial restore succeeded. */
export async function backups(config: Config): Promise<{ state: 'ok' | 'note'; says: string }> {
  const note = (says: string) => ({ state: 'note' as const, says })
  // throws if the key can't be read: backups would fail too
  keyOf(config)
  const place = placeOf(config)
  const every = intervalOf(config)
  const records = await recordsIn(place)
  const [newest] = records
  if (!newest)
    return note(
      every === undefined
        ? `there are no backups in ${place.address}, and none are scheduled: set ${flagOf('backupEvery')}, or run loquat backup`
        : `there are none yet in ${place.address}; a running server makes the first one`,
    )
  const { check, check_failure, name, made_at } = newest
  if (check?.problem) throw new Error(`${name} in ${place.address} can't be restored: ${check.problem}`)
  const ageMs = Date.now() - Date.parse(made_at)
  const hours = Math.round(ageMs / 3_600_000)
  if (every !== undefined && ageMs > 2 * every + 3_600_000)
    return note(`the newest in ${place.address} is ${hours} hours old, though one is due more often; the log says why`)
  if (!check)
    return note(`${name} in ${place.address} wasn't verified yet${check_failure ? `: ${check_failure.reason}` : ''}`)
  return {
    state: 'ok',
    says: `${records.length} in ${place.address}; ${name} is ${hours} hours old and verified`,
  }
}
