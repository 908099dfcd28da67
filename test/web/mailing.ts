import { startServer, type TestServer } from '#test'
import { pages } from '../../src/pages/index.ts'
import { MailServer } from '../harness/mail.ts'
import { test as base } from './browser.ts'

export const test = base.extend<{ server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const mail = await MailServer.start()
      const server = await startServer(
        { incomingMail: 'on', smtpUrl: mail.url, mailFrom: 'loquat@navy.example' },
        { pages },
      )
      await use(server)
      await server.close()
      await mail.close()
    },
    { scope: 'file' },
  ],
})
