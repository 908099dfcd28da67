import type { Reloaded } from '#platform/config'
import { callControl } from './control-call.ts'
import { FailedError, UsageError } from './errors.ts'
import type { Command } from './flags.ts'
import { holderOf } from './lock.ts'
import { jsonFlag as json } from './org.ts'
import type { Means } from './terminal.ts'

export const reload = (means: Means): Command => ({
  name: 'reload',
  summary: 'Make the running server read its configuration file again',
  about:
    'Certificates, email, limits, the log level, and identity providers change without a restart; other changed options are listed. An invalid file changes nothing. The SIGHUP signal does the same, and is the way to reload servers with a PostgreSQL database.',
  flags: { json },
  checksConfig: true,
  async run({ config, switches, settings }) {
    // the server says what's wrong with the file, and that it keeps its configuration
    const own = settings.problems.find((problem) => !problem.startsWith(settings.file?.path ?? '\0'))
    if (own !== undefined) throw new UsageError(own)
    if (config.databaseUrl)
      throw new UsageError(
        'servers with a PostgreSQL database reload on SIGHUP: send it to each process, for example with systemctl reload loquat',
        { hint: false },
      )
    const holder = await holderOf(config.dataDir)
    if (!holder?.control) throw new FailedError(`no server is running on ${config.dataDir}`)
    const done = await callControl(holder.control, 'reloadServer', {})
    if (switches.has('json')) return means.terminal.say(JSON.stringify(done))
    for (const line of linesOf(done)) means.terminal.say(line)
  },
})

function linesOf({ changed, needs_restart }: Reloaded): string[] {
  return [
    changed.length === 0 ? 'Reloaded: no option changed' : `Reloaded: ${changed.join(', ')}`,
    ...(needs_restart.length === 0 ? [] : [`Restart the server to change ${needs_restart.join(', ')}`]),
  ]
}
