import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { Database, openEmbedded, openServer } from '#platform/db'
import { assert, chance, RealServer } from '#test'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import { MailServer } from '../harness/mail.ts'

/** How often the process is killed; set more for longer runs. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 4)
const messages = 6

async function leftIn({ dataDir, environment }: RealServer): Promise<{ waiting: number; outbox: string[] }> {
  const url = environment.LOQUAT_DATABASE_URL
  const database = new Database(
    url ? await openServer(url, { connections: 1 }) : await openEmbedded({ dataDir: join(dataDir, 'database') }),
  )
  try {
    return await database.read(async (tx) => ({
      waiting: (await tx.selectFrom('missed_message').select('message_id').execute()).length,
      outbox: (await tx.selectFrom('outgoing_mail').select('body_text').execute()).map(({ body_text }) => body_text),
    }))
  } finally {
    await database.close()
  }
}

test('a server killed repeatedly mails every missed message, in one email', async () => {
  const [server, smtp] = [await RealServer.prepare(), await MailServer.start()]
  try {
    server.environment.LOQUAT_SMTP_URL = smtp.url
    const { email, apiKey } = await server.createOrganization()
    const made = await server.command(
      ...['user', 'create', '--json', '--name', 'Ben', '--email', 'ben@society.example'],
      ...['--password', 'correct horse battery'],
    )
    const ben = JSON.parse(made) as { user_id: number; email: string; api_key: string }
    await server.start()
    const client = (who: { email: string; apiKey: string }) =>
      new LoquatClient({ ...who, transport: fetchTransport(server.url) })
    await client({ email: ben.email, apiKey: ben.api_key }).send('PATCH', '/settings', [
      ['email_notifications_batching_period_seconds', '1'],
    ])

    const sent: string[] = []
    const random = chance(1)
    for (let round = 0; round < rounds; round++) {
      const ada = client({ email, apiKey })
      for (let number = 0; number < messages; number++) {
        const content = `message-${number}-of-round-${round};`
        await ada.send('POST', '/messages', [
          ['type', 'direct'],
          ['to', `[${ben.user_id}]`],
          ['content', content],
        ])
        sent.push(content)
      }
      // about when the email is created and delivered
      await pause(700 + random() * 500)
      await server.end('SIGKILL')
      await server.start()
    }
    await server.end('SIGTERM')
    // an email claimed by a killed process is retried after ten minutes, when its copy in the outbox is found
    let left = await leftIn(server)
    while (left.waiting > 0) {
      await server.start()
      await pause(500)
      await server.end('SIGTERM')
      left = await leftIn(server)
    }
    const mails = new Set([...smtp.mails.map(({ text }) => text.trim()), ...left.outbox.map((text) => text.trim())])
    const all = [...mails].join('\n')
    for (const content of sent) assert.equal(all.split(content).length, 2, content)
  } finally {
    await server.dispose()
    await smtp.close()
  }
}, 3_600_000)
