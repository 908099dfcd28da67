import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { projectRoot } from '#platform/config'
import { freePort, startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { LiveKitServer } from '../peers/livekit-server.ts'
import { test as base } from './browser.ts'
import { browserWithDevices } from './call-page.ts'

/** Tests on a server whose calls go through LiveKit, which sends it webhooks; with these further options. */
export const livekitTest = (options: () => Promise<Readonly<Record<string, string>>> = async () => ({})) =>
  base.extend<{ server: TestServer; livekit: LiveKitServer; livekitPort: number; browser: Browser }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    livekitPort: [async ({}, use) => use(await freePort()), { scope: 'file' }],
    server: [
      async ({ livekitPort }, use) => {
        const flags = { ...LiveKitServer.flags(livekitPort), ...(await options()) }
        const server = await startServer({ url: 'http://loquat.localhost', ...flags }, { pages })
        server.runtime.timer.start((name, error) => console.error(name, error))
        await use(server)
        await server.close()
      },
      { scope: 'file' },
    ],
    livekit: [
      async ({ livekitPort: port, server }, use) => {
        const webhook = `http://127.0.0.1:${server.port}/api/v1/calls/livekit/webhook`
        const livekit = await LiveKitServer.start({ port, webhook })
        await use(livekit)
        await livekit.stop()
      },
      { scope: 'file', auto: true },
    ],
    browser: [browserWithDevices, { scope: 'file' }],
  })

export interface Access {
  readonly url: string
  readonly token: string
}

/** Joins a room from a page without our client; resolves once it was disconnected, or rejected because its token is old. */
export async function intrude(browser: Browser, access: Access): Promise<void> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.route('http://intruder.localhost/', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('http://intruder.localhost/')
    await page.addScriptTag({ path: join(projectRoot, 'node_modules/livekit-client/dist/livekit-client.umd.js') })
    await page.evaluate(async ({ url, token }) => {
      const { Room } = (window as unknown as { LivekitClient: { Room: new () => IntruderRoom } }).LivekitClient
      interface IntruderRoom {
        on(event: string, then: () => void): void
        connect(url: string, token: string): Promise<void>
      }
      const room = new Room()
      const isOut = new Promise<void>((resolve) => room.on('disconnected', resolve))
      const isIn = await room.connect(url, token).then(
        () => true,
        () => false,
      )
      if (isIn) await isOut
    }, access)
  } finally {
    await context.close()
  }
}
