import { test as base, startServer, type TestServer } from '#test'
import { Browser, clientId, clientSecret } from '../../../../test/harness/oidc.ts'

interface Provider {
  readonly issuer: string
  close(): Promise<void>
}

/** Tests on a server whose people sign in with an OpenID Connect provider. The server's log is added to `log`. */
export const providerTest = <P extends Provider>(
  start: () => Promise<P>,
  flags: Readonly<Record<string, string>> = {},
  log: string[] = [],
) =>
  base.extend<{ provider: P; server: TestServer; browser: Browser }>({
    provider: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
      async ({}, use) => {
        const provider = await start()
        await use(provider)
        await provider.close()
      },
      { scope: 'file' },
    ],
    server: [
      async ({ provider }, use) => {
        const server = await startServer(
          { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, ...flags },
          { log: { write: (line) => void log.push(line) } },
        )
        await use(server)
        await server.close()
      },
      { scope: 'file' },
    ],
    browser: async ({ server, society }, use) => use(new Browser(server, society.org)),
  })
