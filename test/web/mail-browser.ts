import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { MailServer } from '../harness/mail.ts'
import { test as base } from './browser.ts'

/** Tests of pages on a server that sends email. */
export const testWithMail = base.extend<{ mail: MailServer; server: TestServer }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const mail = await MailServer.start()
      await use(mail)
      await mail.close()
    },
    { scope: 'file' },
  ],
  server: [
    async ({ mail }, use) => {
      const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' }, { pages })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
})
