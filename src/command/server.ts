import { programName } from '#platform/config'
import type { Command, Input } from './flags.ts'
import { withoutPassword } from './shown-secrets.ts'
import type { Means } from './terminal.ts'

export const serveCommand = (means: Means): Command => ({
  name: 'serve',
  summary: 'Run the server',
  about:
    'It stops on SIGTERM and SIGINT, after finishing requests in progress, and reads its configuration file again on SIGHUP.',
  flags: {},
  showsServerOptions: true,
  async run(input) {
    const { serve } = await import('./serve.ts')
    const ready = (url: string) => means.terminal.say(`Loquat is at ${url}`)
    await serve(input.config, means.features, {
      ready,
      until: means.until,
      most: 0,
      reread: input.reread,
      reloadsOnSignal: means.until === undefined,
    })
  },
})

/** `npm start`. */
export const start = (means: Means): Command => ({
  name: 'start',
  summary: 'Run the server and show the next steps',
  flags: {},
  showsServerOptions: true,
  async run(input) {
    const { serve } = await import('./serve.ts')
    await serve(input.config, means.features, {
      ready: (url, organizations, setupUrl) => {
        for (const line of organizations.length > 0 ? welcome(url, organizations) : newcomer(setupUrl, input))
          means.terminal.say(line)
      },
      until: means.until,
      most: maxNamed + 1,
      reread: input.reread,
      // closing the terminal sends the signal, and stops this server
      reloadsOnSignal: false,
    })
  },
})

/** Lists at most this many organizations. */
const maxNamed = 20

const welcome = (url: string, organizations: readonly string[]): string[] => [
  `Loquat is at ${url}`,
  ...organizations
    .slice(0, maxNamed)
    .filter((one) => one !== url)
    .map((one) => `Organization: ${one}`),
  ...(organizations.length > maxNamed ? ['There are more; see the page at that URL'] : []),
  `Open ${url} in a browser. Ctrl+C stops the server.`,
]

function newcomer(setupUrl: string, { config, isSet }: Input): string[] {
  const more = [
    ...(isSet('dataDir') ? [`--data-dir ${config.dataDir}`] : []),
    ...(isSet('databaseUrl') ? [`--database-url '${withoutPassword(config.databaseUrl ?? '')}'`] : []),
  ].map((option) => ` ${option}`)
  return [
    'There are no organizations on this server yet. Open this link in a browser to create one:',
    '',
    `  ${setupUrl}`,
    '',
    'Or, in another terminal, load the demonstration, a made-up company with two weeks of conversations:',
    '',
    `  ${programName} demo${more.join('')}`,
    '',
    'Ctrl+C stops the server.',
  ]
}
