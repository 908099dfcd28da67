import { resolve } from 'node:path'
import { accessOf, type BackupRecord, isBucket, placeOf, recordsIn } from '#platform/backups'
import { type Config, flagOf, furtherDatabases } from '#platform/config'
import { counted, sized } from './counted.ts'
import { FailedError } from './errors.ts'
import type { Command } from './flags.ts'
import { requireData } from './folder.ts'
import { holderOf } from './lock.ts'
import type { OutcomeOf } from './operations/index.ts'
import { jsonFlag as json } from './org.ts'
import { performBeside } from './perform.ts'
import { progressBar } from './progress-bar.ts'
import { columns, type Means } from './terminal.ts'

export const backup = (means: Means): Command => ({
  name: 'backup',
  summary: 'Make a backup, also while the server is running',
  about: `It's written to ${flagOf('backupTo')}: one file, and a folder with uploads that all backups share. It's then verified with a test restore. See docs/backups.md for restoring it.`,
  flags: {
    to: { value: 'FOLDER|URL', doc: `Where to write it, instead of ${flagOf('backupTo')}.` },
    'no-check': { doc: 'Skip the trial restore.' },
    list: { doc: 'List the backups, newest first, and whether each was verified.' },
    json,
  },
  uses: ['backups', 'storage'],
  async run({ config, flags, switches, isSet }) {
    const wanted = flags.to ?? (isSet('backupTo') ? config.backupTo : undefined)
    const to = wanted === undefined || isBucket(wanted) ? wanted : resolve(wanted)
    if (switches.has('list')) return list(means, { ...config, backupTo: to ?? config.backupTo }, switches.has('json'))
    const access = isSet('s3AccessKeyId') || isSet('s3SecretAccessKey') ? accessOf(config) : undefined
    if (to && isBucket(to) && !access && !config.databaseUrl && (await holderOf(config.dataDir))?.control)
      means.terminal.complain(
        `The running server's own bucket credentials are used; ${flagOf('s3AccessKeyId')} and ${flagOf('s3SecretAccessKey')}, or their environment variables, name others`,
      )
    const { backupKeyFile } = config
    const places = [{ config, to }, ...furtherDatabases({ ...config, backupTo: to ?? config.backupTo })]
    for (const place of places) {
      const progress = progressBar(means.terminal, switches.has('json'))
      const input = {
        to: 'to' in place ? place.to : undefined,
        access,
        // relative to this command's working directory, not the server's
        keyFile: backupKeyFile === undefined ? undefined : resolve(backupKeyFile),
        check: !switches.has('no-check'),
      }
      const made = await performBeside(means, place.config, 'makeBackup', input, progress.tell).finally(progress.end)
      print(means, made, switches.has('json'))
    }
  },
})

async function list({ terminal }: Means, config: Config, isJson: boolean): Promise<void> {
  const { say } = terminal
  const places = [config, ...furtherDatabases(config).map((one) => one.config)]
  const records = await Promise.all(places.map((one) => recordsIn(placeOf(one)))).then(
    (found) => found.flat(),
    (error: Error) => {
      throw new FailedError(`couldn't list the backups: ${error.message}`)
    },
  )
  // a mistyped data directory must not look like one whose backups are gone
  if (records.length === 0 && !config.backupTo && !config.databaseUrl) await requireData(config.dataDir)
  if (isJson) return say(JSON.stringify(records))
  if (records.length === 0) return say(`There are no backups in ${placeOf(config).address}`)
  for (const line of columns(
    records.map((record) => [record.name, sized(record.size), stateOf(record)]),
    terminal,
  ))
    say(line)
}

const stateOf = ({ check, check_failure }: BackupRecord): string => {
  if (check === null) return check_failure ? `not verified yet: ${check_failure.reason}` : 'not verified yet'
  return check.problem === null ? 'verified' : `can't be restored: ${check.problem}`
}

function print({ terminal }: Means, made: OutcomeOf<'makeBackup'>, isJson: boolean): void {
  if (isJson) {
    terminal.say(JSON.stringify(made))
    return
  }
  terminal.say(
    `${made.place}: ${made.name}.backup, ${sized(made.size)}, ${counted(made.rows, 'row')} and ${counted(made.files, 'file')}`,
  )
  terminal.say(made.check ? 'Verified with a test restore' : 'Not verified')
}
