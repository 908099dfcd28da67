import type { Reloaded } from '#platform/config'
import { announced } from './announced.ts'
import { callControl } from './control-call.ts'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { type Holder, isHere } from './holder.ts'
import { holderOf } from './lock.ts'
import { jsonFlag as json } from './org.ts'
import type { Means } from './terminal.ts'

export const reload = (means: Means): Command => ({
  name: 'reload',
  summary: 'Make the running server read its configuration file again',
  about:
    'Certificates, email, limits, the log level, and identity providers change without a restart; other changed options are listed. An invalid file changes nothing. With a PostgreSQL database, it reloads every server on this machine that uses the data directory. The SIGHUP signal does the same for one server.',
  flags: { json },
  checksConfig: true,
  async run({ config, switches, settings }) {
    // the server says what's wrong with the file, and that it keeps its configuration
    const own = settings.problems.find((problem) => !problem.startsWith(settings.file?.path ?? '\0'))
    if (own !== undefined) throw new UsageError(own)
    const say = (text: string) => means.terminal.say(text)
    if (config.databaseUrl) return reloadAll(await announced(config.dataDir), config.dataDir, say, switches.has('json'))
    const holder = await holderOf(config.dataDir)
    if (!holder?.control) throw new FailedError(`no server is running on ${config.dataDir}`)
    const done = await callControl(holder.control, 'reloadServer', {})
    if (switches.has('json')) return say(JSON.stringify(done))
    for (const line of linesOf(done)) say(line)
  },
})

type Outcome = { readonly pid: number } & (Reloaded | { readonly error: string })

/** Reloads each server, also if another one can't; fails if one couldn't. */
async function reloadAll(servers: readonly Holder[], dataDir: string, say: (text: string) => void, isJson: boolean) {
  const outcomes = await Promise.all(servers.map(reloaded))
  if (outcomes.length === 0)
    throw new FailedError(`no server is running on ${dataDir}, or it can't write there: send it SIGHUP`)
  if (isJson) say(JSON.stringify({ servers: outcomes }))
  else
    for (const one of outcomes) {
      if ('error' in one) continue
      for (const line of linesOf(one)) say(outcomes.length === 1 ? line : `Process ${one.pid}: ${line}`)
    }
  const failures = outcomes.flatMap((one) => ('error' in one ? `process ${one.pid}: ${one.error}` : []))
  if (failures.length > 0) throw new FailedError(failures.join('\n'))
}

async function reloaded(server: Holder): Promise<Outcome> {
  const { pid, control } = server
  if (!isHere(server)) return { pid, error: 'it runs on another machine or in another container: send it SIGHUP there' }
  try {
    return { pid, ...(await callControl(control as NonNullable<Holder['control']>, 'reloadServer', {})) }
  } catch (error) {
    if (error instanceof FailedError) return { pid, error: error.message }
    throw error
  }
}

function linesOf({ changed, needs_restart }: Reloaded): string[] {
  return [
    changed.length === 0 ? 'Reloaded: no option changed' : `Reloaded: ${changed.join(', ')}`,
    ...(needs_restart.length === 0 ? [] : [`Restart the server to change ${needs_restart.join(', ')}`]),
  ]
}
