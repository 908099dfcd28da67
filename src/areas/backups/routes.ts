import { ApiError } from '#contract'
import { type Route, serve } from '#platform/serve'
import { backupsUnreachable, getBackups } from './api.ts'
import { presentBackups } from './present.ts'

export const routes: readonly Route[] = [
  serve(getBackups, async ({ server }) => {
    try {
      return presentBackups(await server.backups.state())
    } catch (error) {
      if (error instanceof ApiError) throw error
      server.notice(`the backups cannot be listed: ${(error as Error).message}`)
      throw backupsUnreachable()
    }
  }),
]
