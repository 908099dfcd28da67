import { flagOf } from '#platform/config'
import { FailedError } from './errors.ts'
import type { Command } from './flags.ts'
import { jsonFlag as json } from './org.ts'
import { firstLine, type Means } from './terminal.ts'
import { Trial } from './trial.ts'

export const testDirectory = (means: Means): Command => ({
  name: 'ldap test',
  summary: 'Look up a user in the LDAP directories, as a sign-in does',
  about: 'With --password-stdin, it also checks the password, which it reads from standard input.',
  takes: ['USER'],
  flags: { 'password-stdin': { doc: "Check the user's password, read from standard input." }, json },
  async run(input) {
    const { config, switches, taken } = input
    const { directoriesIn } = await import('../features/sign-in/directories/directory-file.ts')
    const { lookUp } = await import('../features/sign-in/directories/person-lookup.ts')
    const directories = directoriesIn(config)
    if (directories.length === 0) throw new FailedError(`there is no ${flagOf('ldapFile')}`)
    const password = switches.has('password-stdin') ? await firstLine(means.terminal.stdin) : undefined
    const trial = new Trial(means.terminal, input)
    for (const directory of directories)
      await trial.step(directory.name, async () => {
        const { dn, person, passwordFits } = await lookUp(directory, taken[0] as string, password).catch(
          (error: Error) => Promise.reject(new Error(`it ${error.message}`)),
        )
        if (passwordFits === false) throw new Error(`it knows ${dn}, but not with this password`)
        const mapped = [person.fullName, person.email, person.isDisabled ? 'disabled' : undefined].filter(Boolean)
        return `${dn}: ${mapped.join(', ')}${passwordFits ? '; the password is right' : ''}`
      })
    trial.end('Check base, user_filter, and login_attributes in the file; docs/ldap.md explains them.')
  },
})
