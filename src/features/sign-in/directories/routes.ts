import { type Route, serve } from '#platform/serve'
import { directoriesOf } from './access.ts'
import { maxKept, requestRun, stopRun } from './actions/runs.ts'
import * as api from './api.ts'
import { hostOf } from './directory.ts'
import { directoriesDue } from './due.ts'
import { directoryOptions } from './options.ts'
import { serializeInFull, serializeRun } from './run-serialize.ts'
import * as store from './run-store.ts'

export const routes: readonly Route[] = [
  serve(api.getDirectories, async ({ org, read, server: { config } }) => ({
    directories: directoriesOf(config, org).map((one) => ({
      name: one.name,
      host: hostOf(one),
      accounts: one.accounts,
    })),
    every_minutes: directoryOptions(config).directorySyncMinutes,
    runs: (await read((tx) => store.list(tx, org.id, maxKept))).map(serializeRun),
  })),
  serve(api.startRun, async ({ org, viewer, transact, server }, { dry_run }) => {
    if (directoriesOf(server.config, org).length === 0) throw api.noDirectory()
    const { id, requested_at } = await transact((mutation) =>
      requestRun(mutation, { by: viewer.id, isDryRun: dry_run }),
    )
    server.timer.sooner(directoriesDue, requested_at)
    return { id }
  }),
  serve(api.getRun, async ({ org, read }, { run_id }) => {
    const row = await read((tx) => store.find(tx, org.id, run_id))
    if (!row) throw api.noSuchRun()
    return { run: serializeInFull(row) }
  }),
  serve(api.stopRun, async ({ transact }, { run_id }) => {
    await transact((mutation) => stopRun(mutation, run_id))
    return {}
  }),
]
