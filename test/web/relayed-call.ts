import type { Browser } from 'playwright-core'
import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { TurnServer } from '../peers/turn-server.ts'
import { test as base } from './browser.ts'
import { browserWithDevices } from './call-page.ts'

/** Tests on a server whose calls can go through coturn, with these further options. */
export const relayedTest = (options: Readonly<Record<string, string>> = {}) =>
  base.extend<{ relay: TurnServer; server: TestServer; browser: Browser }>({
    relay: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
      async ({}, use) => {
        const relay = await TurnServer.start()
        await use(relay)
        await relay.stop()
      },
      { scope: 'file' },
    ],
    server: [
      async ({ relay }, use) => {
        const { udp, tcp } = relay.urls
        const flags = { turnUrl: `${udp},${tcp}`, turnSecret: relay.secret, ...options }
        const server = await startServer({ url: 'http://loquat.localhost', ...flags }, { pages })
        await use(server)
        await server.close()
      },
      { scope: 'file' },
    ],
    browser: [browserWithDevices, { scope: 'file' }],
  })
