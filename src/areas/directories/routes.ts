import { type Route, serve } from '#platform/serve'
import { directoriesOf } from './access.ts'
import { mostKept, requestRun, stopRun } from './actions/runs.ts'
import * as api from './api.ts'
import { hostOf } from './directory.ts'
import { directoriesDue } from './due.ts'
import { directoryOptions } from './options.ts'
import { presentInFull, presentRun } from './run-present.ts'
import * as store from './run-store.ts'

export const routes: readonly Route[] = [
  serve(api.getDirectories, async ({ org, read, server: { config } }) => ({
    directories: directoriesOf(config, org).map((one) => ({
      name: one.name,
      host: hostOf(one),
      accounts: one.accounts,
    })),
    every_minutes: directoryOptions(config).directorySyncMinutes,
    runs: (await read((tx) => store.list(tx, org.id, mostKept))).map(presentRun),
  })),
  serve(api.startRun, async ({ org, viewer, write, server }, { dry_run }) => {
    if (directoriesOf(server.config, org).length === 0) throw api.noDirectory()
    const { id, requested_at } = await write((act) => requestRun(act, { by: viewer.id, isDryRun: dry_run }))
    server.timer.sooner(directoriesDue, requested_at)
    return { id }
  }),
  serve(api.getRun, async ({ org, read }, { run_id }) => {
    const row = await read((tx) => store.find(tx, org.id, run_id))
    if (!row) throw api.noSuchRun()
    return { run: presentInFull(row) }
  }),
  serve(api.stopRun, async ({ write }, { run_id }) => {
    await write((act) => stopRun(act, run_id))
    return {}
  }),
]
