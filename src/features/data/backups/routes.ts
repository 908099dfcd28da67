import { ApiError, seconds } from '#contract'
import type { BackupState } from '#platform/backups'
import { type Route, serve } from '#platform/serve'
import { isRoot } from '../../people/organization/cache.ts'
import { backupsUnreachable, getBackups, notRootOrganization } from './api.ts'

/** More than any retention rule keeps. */
const most = 1_000

/** Without failure reasons: they contain paths and addresses, which are for the server's operator. */
const serializeBackups = ({ backups, everyMs, failure }: BackupState) => ({
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

export const routes: readonly Route[] = [
  serve(getBackups, async ({ org, server }) => {
    // a backup is of the whole server: the owners of other organizations on it don't run it
    if (!isRoot(org)) throw notRootOrganization()
    try {
      return serializeBackups(await server.backups.state())
    } catch (error) {
      if (error instanceof ApiError) throw error
      server.notice(`can't list the backups: ${(error as Error).message}`)
      throw backupsUnreachable()
    }
  }),
]
