import { ConfigError } from '#platform/config'
import { checkSecretKey } from '#platform/secrets'
import { checkCertificate } from '#platform/tls'
import { exampleFile } from './config-example.ts'
import { effective, type Shown, tomlOf } from './config-shown.ts'
import { FailedError } from './errors.ts'
import type { Command, Input } from './flags.ts'
import { jsonFlag as json } from './org.ts'
import type { Means } from './terminal.ts'

export const checkConfiguration = (means: Means): Command => ({
  name: 'config check',
  summary: 'Check the configuration without starting the server',
  about:
    'Checks the configuration file, the environment, and the arguments, and the files they name. Lists all problems. Use doctor to also check what the server connects to.',
  flags: { json },
  showsServerOptions: true,
  checksConfig: true,
  async run(input) {
    const { settings, switches } = input
    const problems = [
      ...settings.problems,
      ...(settings.problems.length > 0 ? [] : await furtherProblems(means, input)),
    ]
    const file = settings.file?.path ?? null
    if (switches.has('json')) means.terminal.say(JSON.stringify({ file, problems }))
    else for (const problem of problems) means.terminal.say(problem)
    if (problems.length > 0)
      throw new FailedError(problems.length === 1 ? '1 problem found' : `${problems.length} problems found`)
    if (!switches.has('json'))
      means.terminal.say(file === null ? 'The configuration is valid; there is no file' : `${file} is valid`)
  },
})

/** What a server would find wrong when it starts. */
async function furtherProblems(means: Means, { config }: Input): Promise<string[]> {
  const { checkConfiguration: check } = await import('./runtime.ts')
  const found: string[] = []
  const checks = [
    () => checkCertificate(config),
    () => checkSecretKey(config),
    async () => check(await means.features(), config),
  ]
  for (const one of checks)
    try {
      await one()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      found.push(error.message)
    }
  return found
}

export const showConfiguration = (means: Means): Command => ({
  name: 'config show',
  summary: 'Show the options that are set, and where each comes from',
  about: 'Secrets are masked. The output has the form of a configuration file.',
  flags: { effective: { doc: 'Also show the options that have their defaults.' }, json },
  showsServerOptions: true,
  async run({ settings, switches }) {
    const shown = effective(settings).filter(({ origin }) => origin !== 'default' || switches.has('effective'))
    if (switches.has('json')) return means.terminal.say(JSON.stringify(shown satisfies Shown[]))
    if (shown.length === 0) return means.terminal.say('All options have their defaults; --effective shows them')
    for (const line of tomlOf(shown)) means.terminal.say(line)
  },
})

export const exampleConfiguration = (means: Means): Command => ({
  name: 'config example',
  summary: 'Print a configuration file with every option and its default, commented out',
  about: 'For example: loquat config example > loquat.toml',
  flags: {},
  uses: 'nothing',
  checksConfig: true,
  async run() {
    for (const line of exampleFile()) means.terminal.say(line)
  },
})
