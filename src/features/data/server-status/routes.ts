import { seconds } from '#contract'
import { version } from '#platform/config'
import { type Route, type Server, serve } from '#platform/serve'
import { isRoot } from '../../people/organization/cache.ts'
import { getServerStatus, statusOfRootOnly } from './api.ts'

/** Without reasons of failures: they contain paths and addresses, which are for the server's operator. */
async function backupsOf({ backups }: Server) {
  const state = await backups.state().catch(() => undefined)
  if (!state) return null
  const verified = state.backups.find(({ check }) => check?.problem === null)
  return {
    verified_at: verified ? seconds(new Date(verified.made_at)) : null,
    failed_at: state.failure && seconds(state.failure.at),
    every_seconds: state.everyMs === null ? null : state.everyMs / 1000,
  }
}

export const routes: readonly Route[] = [
  serve(getServerStatus, async ({ org, server }) => {
    // it's about all organizations of the server, whose owners don't run it
    if (!isRoot(org)) throw statusOfRootOnly()
    const { mail, jobs, database } = await server.sample()
    const { level, space } = server.disk
    return {
      version,
      node_version: process.versions.node,
      database: { embedded: org.db.embedded, version: database.version, size: Math.round(database.bytes) },
      disk: space ? { ...space, level } : null,
      backups: await backupsOf(server),
      mail: {
        configured: server.config.smtpUrl !== undefined,
        waiting: mail.waiting,
        oldest_seconds: Math.round(mail.oldestSecs),
      },
      jobs: {
        overdue: jobs.reduce((sum, { overdue }) => sum + overdue, 0),
        wait_seconds: Math.round(Math.max(0, ...jobs.map(({ waitSecs }) => waitSecs))),
      },
    }
  }),
]
