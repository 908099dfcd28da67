import { resolve } from 'node:path'
import { accessOf, isBucket } from '#platform/backups'
import { flagOf, furtherDatabases } from '#platform/config'
import type { Command } from './flags.ts'
import { holderOf } from './lock.ts'
import type { OutcomeOf } from './operations/index.ts'
import { jsonFlag as json } from './org.ts'
import { performBeside } from './perform.ts'
import type { Means } from './terminal.ts'

export const backup = (means: Means): Command => ({
  name: 'backup',
  summary: 'Make a backup of everything, while the server runs',
  about: `It goes where ${flagOf('backupTo')} says, into one file and a folder with the uploads of all backups, and is restored on trial at once. docs/backups.md tells how it is brought back.`,
  flags: {
    to: { value: 'FOLDER|URL', doc: `Another place than that of ${flagOf('backupTo')}.` },
    'no-check': { doc: 'Do not restore it on trial.' },
    json,
  },
  async run({ config, flags, switches, isSet }) {
    const wanted = flags.to ?? (isSet('backupTo') ? config.backupTo : undefined)
    const to = wanted === undefined || isBucket(wanted) ? wanted : resolve(wanted)
    const access = isSet('s3AccessKeyId') || isSet('s3SecretAccessKey') ? accessOf(config) : undefined
    if (to && isBucket(to) && !access && !config.databaseUrl && (await holderOf(config.dataDir))?.control)
      means.terminal.complain(
        `The running server's own bucket credentials are used; ${flagOf('s3AccessKeyId')} and ${flagOf('s3SecretAccessKey')}, or their environment variables, name others`,
      )
    const { backupKeyFile } = config
    const places = [{ config, to }, ...furtherDatabases({ ...config, backupTo: to ?? config.backupTo })]
    for (const place of places) {
      const made = await performBeside(means, place.config, 'makeBackup', {
        to: 'to' in place ? place.to : undefined,
        access,
        // a server that runs may not know it
        keyFile: backupKeyFile === undefined ? undefined : resolve(backupKeyFile),
        check: !switches.has('no-check'),
      })
      present(means, made, switches.has('json'))
    }
  },
})

function present({ terminal }: Means, made: OutcomeOf<'makeBackup'>, isJson: boolean): void {
  if (isJson) {
    terminal.say(JSON.stringify(made))
    return
  }
  terminal.say(`${made.place}: ${made.name}.backup, ${made.size} bytes, ${made.rows} rows and ${made.files} files`)
  terminal.say(made.check ? 'It was restored on trial, and is as it was' : 'It was not restored on trial')
}
