import { programName } from '#platform/config'
import type { Command, Input } from './flags.ts'
import { withoutPassword } from './shown-secrets.ts'
import type { Means } from './terminal.ts'

export const serveCommand = (means: Means): Command => ({
  name: 'serve',
  summary: 'Run the server',
  about: 'It stops on SIGTERM and SIGINT, when the requests under way are done.',
  flags: {},
  showsServerOptions: true,
  async run(input) {
    const { serve } = await import('./serve.ts')
    const ready = (url: string) => means.terminal.say(`Loquat is at ${url}`)
    await serve(input.config, means.areas, { ready, until: means.until, most: 0 })
  },
})

/** What `npm start` runs. */
export const start = (means: Means): Command => ({
  name: 'start',
  summary: 'Run the server, and say what to do next',
  flags: {},
  showsServerOptions: true,
  async run(input) {
    const { serve } = await import('./serve.ts')
    await serve(input.config, means.areas, {
      ready: (url, organizations, setupUrl) => {
        for (const line of organizations.length > 0 ? welcome(url, organizations) : newcomer(setupUrl, input))
          means.terminal.say(line)
      },
      until: means.until,
      most: mostNamed + 1,
    })
  },
})

/** More organizations than this are not named. */
const mostNamed = 20

const welcome = (url: string, organizations: readonly string[]): string[] => [
  `Loquat is at ${url}`,
  ...organizations
    .slice(0, mostNamed)
    .filter((one) => one !== url)
    .map((one) => `An organization is at ${one}`),
  ...(organizations.length > mostNamed ? ['There are more: the page at that address names them'] : []),
  `Open ${url} in a browser. Ctrl+C stops the server.`,
]

function newcomer(setupUrl: string, { config, isSet }: Input): string[] {
  const more = [
    ...(isSet('dataDir') ? [`--data-dir ${config.dataDir}`] : []),
    ...(isSet('databaseUrl') ? [`--database-url '${withoutPassword(config.databaseUrl ?? '')}'`] : []),
  ].map((option) => ` ${option}`)
  return [
    'There is no team on this server yet. Open this in a browser to begin:',
    '',
    `  ${setupUrl}`,
    '',
    'Or, in another terminal, load the demonstration, with people, channels and a conversation worth looking at:',
    '',
    `  ${programName} demo${more.join('')}`,
    '',
    'Ctrl+C stops the server.',
  ]
}
