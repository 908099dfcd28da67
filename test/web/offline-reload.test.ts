import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, describe } from 'vitest'
import { startServer, type TestServer } from '#test'
import { builtClient } from '../../src/pages/app.ts'
import { pages } from '../../src/pages/index.ts'
import { makeTopic } from '../harness/topic.ts'
import { test as base, hasBrowser } from './browser.ts'
import { Front } from './front.ts'
import { isKept } from './kept-client.ts'
import { writes } from './on-disk.ts'

/** Browsers allow service workers on secure origins only, which includes localhost. */
const test = base.extend<{ server: TestServer; front: Front; address: string; serviceWorkers: 'allow' }>({
  serviceWorkers: 'allow',
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ url: 'http://loquat.localhost' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  front: async ({ server }, use) => {
    const front = await Front.open()
    front.leadTo(server)
    await use(front)
    await front.close()
  },
  address: async ({ front, society }, use) => {
    await use(`http://${society.subdomain}.loquat.localhost:${front.port}`)
  },
})

const filesOfBuild = async () =>
  (JSON.parse(await readFile(join(builtClient, 'files.json'), 'utf8')) as { en: string[] }).en.length

describe.skipIf(!hasBrowser)('without the server', () => {
  test('a reload shows the client and the stored messages', async ({ society, ada, ben, visit, front }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Still here')
    const here = await visit(ada)
    const { page } = here
    await isKept(here, await filesOfBuild())
    await here.opens(hash)
    await here.sees('Still here')
    // from now on, the service worker controls the page
    await page.reload()
    await here.listens()
    await writes(page, 'Still here')
    front.leadTo(undefined)
    await page.reload({ waitUntil: 'commit' })
    await here.sees('Still here')
    await page.getByText('This is the beginning of “release”.').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.dataset.account), String(ada.id))
    await here.writes('Later')
    await page.locator('.outgoing').getByText('Later').waitFor()
  })
})
