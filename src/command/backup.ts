import { resolve } from 'node:path'
import { flagOf, furtherDatabases } from '#platform/config'
import type { Command } from './flags.ts'
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
  async run({ config, flags, switches }) {
    const to = flags.to === undefined || flags.to.includes('://') ? flags.to : resolve(flags.to)
    const { backupKeyFile } = config
    const places = [{ config, to }, ...furtherDatabases({ ...config, backupTo: to ?? config.backupTo })]
    for (const place of places) {
      const made = await performBeside(means, place.config, 'makeBackup', {
        to: 'to' in place ? place.to : undefined,
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
