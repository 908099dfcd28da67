import { ApiError } from '#contract'
import { type Route, serve } from '#platform/serve'
import { isRoot } from '../../people/organization/cache.ts'
import { backupsUnreachable, getBackups, notRootOrganization } from './api.ts'
import { serializeBackups } from './serialize.ts'

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
