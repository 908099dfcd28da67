import { test as base, type Person, startServer, type TestServer } from '#test'
import { MeetingService, meetingClient } from '../../../../test/harness/meetings.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import { connectMeetingProvider } from './api.ts'

export const log: string[] = []

export const test = base.extend<{ service: MeetingService; server: TestServer; browser: Browser }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const service = await MeetingService.start()
      await use(service)
      await service.close()
    },
    { scope: 'file' },
  ],
  server: [
    async ({ service }, use) => {
      const flags = {
        meetingProvider: 'custom',
        meetingProviderName: 'Meetsy',
        meetingClientId: meetingClient.id,
        meetingClientSecret: meetingClient.secret,
        meetingAuthorizeUrl: `${service.url}/auth`,
        meetingTokenUrl: `${service.url}/token`,
        meetingCreateUrl: `${service.url}/meetings`,
        meetingScopes: 'meetings',
        // short for tests of the timeout, long enough for a service on a busy machine
        meetingTimeoutSeconds: '3',
        logLevel: 'debug',
      }
      const server = await startServer(flags, { log: { write: (line) => void log.push(line) } })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  browser: async ({ server, society }, use) => use(new Browser(server, society.org)),
})

export const pathOf = (address: string): string => address.slice(new URL(address).origin.length)

export function linkOn(page: string): string {
  const [, href = ''] = /<a href="([^"]+)">/.exec(page) ?? []
  return href.replaceAll('&amp;', '&')
}

export async function askedFor(person: Person, browser: Browser): Promise<string> {
  const { url } = await person.call(connectMeetingProvider)
  const page = await browser.get(pathOf(url))
  return browser.visit(linkOn(page.body.toString('utf8')))
}

export async function connect(person: Person, browser: Browser): Promise<void> {
  const { status, body } = await browser.get(await askedFor(person, browser))
  if (status !== 200) throw new Error(`${status}: ${body}`)
}
