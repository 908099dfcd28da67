import type { Browser } from 'playwright-core'
import { assert, describe } from 'vitest'
import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { hasTurnServer, TurnServer } from '../peers/turn-server.ts'
import { test as base, hasBrowser, isFirefox, patient, type Visitor } from './browser.ts'
import { flows, selectedPairs, watchConnections } from './call-media.ts'
import { launchChromium } from './chromium.ts'

const test = base.extend<{ relay: TurnServer; server: TestServer; browser: Browser }>({
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
      const flags = { turnUrl: `${udp},${tcp}`, turnSecret: relay.secret, callsRelayOnly: 'on' }
      const server = await startServer({ url: 'http://loquat.localhost', ...flags }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const browser = patient(await launchChromium({ hasDevices: true }))
      await use(browser)
      await browser.close()
    },
    { scope: 'file' },
  ],
})

async function ready(visitor: Visitor, hash: string): Promise<Visitor> {
  await watchConnections(visitor.page)
  await visitor.page.reload()
  await visitor.listens()
  await visitor.opens(hash)
  return visitor
}

describe.skipIf(!hasBrowser || isFirefox || !hasTurnServer)('calls through coturn', () => {
  test('with relaying required, sound and pictures flow only through the relay', async ({ ada, ben, visit }) => {
    const caller = await ready(await visit(ada), `#narrow/dm/${ben.id}`)
    const called = await ready(await visit(ben), '#inbox')
    await caller.page.getByRole('button', { name: 'Start a call', exact: true }).click()
    await called.page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    for (const { page } of [caller, called]) await flows(page, 'energy')
    await called.page.getByRole('button', { name: 'Turn on camera' }).click()
    await flows(caller.page, 'pictures')
    for (const { page } of [caller, called]) {
      const before = await selectedPairs(page)
      assert.deepEqual(
        before.map(({ local, remote }) => [local, remote]),
        [['relay', 'relay']],
      )
      await flows(page, 'energy')
      const [now] = await selectedPairs(page)
      assert.ok((now?.packets ?? 0) > (before[0]?.packets ?? 0), JSON.stringify([before, now]))
    }
    assert.deepEqual([...caller.complaints, ...called.complaints], [])
  })
})
