import { seconds } from '#contract'
import type { BackupState } from '#platform/backups'

/** More than any retention rule keeps. */
const most = 1_000

/** Without failure reasons: they contain paths and addresses, which are for the server's operator. */
export const serializeBackups = ({ backups, everyMs, failure }: BackupState) => ({
  backups: backups.slice(0, most).map(({ name, made_at, size, files, encrypted, check }) => ({
    name,
    made_at: seconds(new Date(made_at)),
    size,
    files,
    encrypted,
    checked_at: check && seconds(new Date(check.at)),
    is_sound: check && check.problem === null,
  })),
  every_seconds: everyMs === null ? null : everyMs / 1000,
  failed_at: failure && seconds(failure.at),
})
