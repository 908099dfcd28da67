import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { test } from './browser.ts'

/** On a localhost origin, which browsers treat as secure: only there do tabs share locks and store data on disk. */
export const secureTest = test.extend<{ server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ url: 'http://loquat.localhost' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})
