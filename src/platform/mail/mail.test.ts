import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import {
  afterAll,
  assert,
  beforeAll,
  explorationPatience,
  holds,
  test as plain,
  startServer,
  TestOrganization,
  type TestServer,
} from '#test'
import { MailServer, parseMail, writtenMails } from '../../../test/harness/mail.ts'
import { type Mail, mailBody, pauseAfter, sendMail } from './index.ts'

let smtp: MailServer
let server: TestServer
let society: TestOrganization
beforeAll(async () => {
  smtp = await MailServer.start()
  server = await startServer({ smtpUrl: smtp.url, mailFrom: 'chat@loquat.example' })
  society = await TestOrganization.found(server)
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

const mail = (key: string, more: Partial<Mail> = {}): Mail => ({
  language: 'en',
  key,
  to: { name: 'Grace', address: 'grace@navy.example' },
  fromName: 'Society',
  subject: 'News',
  parts: ['Hello!'],
  ...more,
})
const send = (one: Mail) => society.org.transact(null, (mutation) => sendMail(mutation, one))

plain('emails in every script reach an SMTP server unchanged', async () => {
  await send(
    mail('unicode', {
      to: { name: 'Zoë "王" Ŝmith, <b@c.example>', address: 'zoe@example.org' },
      fromName: 'Société 分析',
      subject: 'Grüße 👋 из чата',
      parts: [
        'Köszönöm <script>alert(1)</script> & so on',
        { quote: 'one <b>\ntwo' },
        { link: 'https://chat.example/join/a?b=1&c="2"', label: 'Join "us"' },
      ],
    }),
  )
  await server.runtime.timer.wake()
  const got = smtp.mails.at(-1)
  assert.deepEqual([got?.from, got?.to], ['chat@loquat.example', ['zoe@example.org']])
  assert.equal(got?.headers.get('subject'), 'Grüße 👋 из чата')
  assert.match(got?.headers.get('from') ?? '', /^"?Société 分析"? <chat@loquat\.example>$/)
  assert.match(got?.headers.get('to') ?? '', /Zoë .*王.* <zoe@example\.org>$/)
  assert.equal(
    got?.text.trim(),
    'Köszönöm <script>alert(1)</script> & so on\n\n> one <b>\n> two\n\nJoin "us":\nhttps://chat.example/join/a?b=1&c="2"',
  )
  assert.ok(got?.html.includes('Köszönöm &lt;script&gt;alert(1)&lt;/script&gt; &amp; so on'))
  assert.ok(got?.html.includes('one &lt;b&gt;<br>two'))
  assert.match(
    got?.html ?? '',
    /<a class="button" href="https:\/\/chat\.example\/join\/a\?b=1&amp;c=&quot;2&quot;" style="[^"]*">Join &quot;us&quot;<\/a>/,
  )
  assert.ok(!got?.html.includes('<script>'))
})

plain("user input can't inject headers or recipients", async () => {
  const evil = 'Hi\r\nBcc: victim@example.org\r\n\r\nBuy\u2028now'
  await send(mail('evil', { subject: evil, fromName: evil, to: { name: evil, address: 'grace@navy.example' } }))
  await server.runtime.timer.wake()
  const got = smtp.mails.at(-1)
  assert.deepEqual(got?.to, ['grace@navy.example'])
  assert.ok(!got?.headers.has('bcc'))
  assert.equal(got?.headers.get('subject'), 'Hi Bcc: victim@example.org Buy now')
  for (const address of ['a@b.example,c@d.example', 'a@b.example\r\nBcc: c@d.example', 'A <a@b.example>', 'nobody', ''])
    await send(mail(`bad ${address}`, { to: { name: '', address } })).then(
      () => assert.fail(`${address} was taken`),
      (error: Error) => assert.match(error.message, /not an address/),
    )
})

plain("no text escapes from an email's body", { timeout: explorationPatience }, async () => {
  await holds(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { html } = mailBody({ language: 'en', organization: text }, [
        text,
        { quote: text },
        { link: `https://x.example/${text}`, label: text },
      ])
      const tags = [...html.matchAll(/<(\/?\w*)/g)].map(([, name]) => name)
      const ours = mailBody({ language: 'en', organization: '' }, [
        '',
        { quote: text.replace(/[^\r\n]/g, 'x') },
        { link: 'https://x.example/', label: '' },
      ])
      assert.deepEqual(
        tags,
        [...ours.html.matchAll(/<(\/?\w*)/g)].map(([, name]) => name),
      )
    }),
    { runs: 100, examples: [['\r\0\n']] },
  )
  assert.throws(() => mailBody({ language: 'en', organization: '' }, [{ link: 'javascript:alert(1)', label: 'x' }]))
})

plain('temporarily refused emails are retried with backoff, unchanged', async () => {
  server.clock.set(new Date('2031-01-01T00:00:00Z'))
  const before = smtp.mails.length
  smtp.refusals = [451, 421]
  await send(mail('again', { subject: 'Once' }))
  const wake = () => server.runtime.timer.wake().catch((error: Error) => error.message)
  assert.match((await wake()) ?? '', /tried again later/)
  await wake()
  server.clock.advance(59_000)
  await wake()
  assert.deepEqual([smtp.mails.length, smtp.refusals], [before, [421]])
  server.clock.advance(1_000)
  await wake()
  server.clock.advance(119_000)
  await wake()
  assert.deepEqual([smtp.mails.length, smtp.refusals], [before, []])
  server.clock.advance(1_000)
  await wake()
  await wake()
  assert.equal(smtp.mails.length, before + 1)
  assert.equal(smtp.mails.at(-1)?.headers.get('date'), 'Wed, 01 Jan 2031 00:00:00 +0000')
  assert.deepEqual([1, 2, 3, 9, 99].map(pauseAfter), [60_000, 120_000, 240_000, 14_400_000, 14_400_000])
  server.clock.release()
})

plain('permanently refused emails are given up without delaying others', async () => {
  const before = smtp.mails.length
  smtp.refusals = [550]
  await send(mail('refused'))
  const problem = await server.runtime.timer.wake().catch((error: Error) => error)
  assert.match((problem as Error).message, /given up/)
  await send(mail('next', { subject: 'Next' }))
  await server.runtime.timer.wake()
  assert.deepEqual(
    smtp.mails.slice(before).map(({ headers }) => headers.get('subject')),
    ['Next'],
  )
})

plain("queued emails aren't leased twice, and none is sent before its commit", async () => {
  const before = smtp.mails.length
  await send(mail('twice'))
  await send(mail('twice', { subject: 'Second' }))
  await society.org
    .transact(null, async (mutation) => {
      await sendMail(mutation, mail('undone'))
      throw new Error('undone')
    })
    .catch(() => {})
  await server.runtime.timer.wake()
  assert.equal(smtp.mails.length, before + 1)
})

plain('many emails at once are each sent once', async () => {
  const before = smtp.mails.length
  await society.org.transact(null, async (mutation) => {
    for (let index = 0; index < 25; index++) await sendMail(mutation, mail(`many ${index}`, { subject: `Nr ${index}` }))
  })
  await Promise.all([server.runtime.timer.wake(), server.runtime.timer.wake()])
  const subjects = smtp.mails.slice(before).map(({ headers }) => headers.get('subject'))
  assert.deepEqual(new Set(subjects).size, 25)
  assert.equal(subjects.length, 25)
})

plain('an email whose process ended while sending is sent again', async () => {
  const before = smtp.mails.length
  server.clock.set(new Date('2032-01-01T00:00:00Z'))
  await send(mail('lost'))
  // leased, as by a process that was then killed
  await society.org.transact(null, ({ tx, now }) =>
    tx
      .updateTable('outgoing_mail')
      .set({ due_at: new Date(now.getTime() + 600_000), attempts: 1 })
      .execute(),
  )
  await server.runtime.timer.wake()
  assert.equal(smtp.mails.length, before)
  server.clock.advance(600_000)
  await server.runtime.timer.wake()
  assert.equal(smtp.mails.length, before + 1)
  server.clock.release()
})

plain('without SMTP, emails go to private files, and the log says so once', async () => {
  const own = await startServer()
  const notices: string[] = []
  own.runtime.start(
    () => {},
    (text) => notices.push(text),
  )
  const { org } = await TestOrganization.found(own)
  for (const key of ['first', 'second'])
    await org.transact(null, (mutation) => sendMail(mutation, mail(key, { subject: `Žluťoučký ${key}` })))
  const mails = await writtenMails(own)
  assert.deepEqual(
    mails.map(({ headers }) => headers.get('subject')),
    ['Žluťoučký first', 'Žluťoučký second'],
  )
  assert.match(mails[0]?.headers.get('from') ?? '', /<noreply@org\d+-\d+\.loquat\.test>$/)
  assert.equal(parseMail(mails[0]?.raw ?? '').text.trim(), 'Hello!')
  assert.equal(notices.length, 1)
  assert.equal((await readdir(join(own.runtime.config.dataDir, 'mail'))).length, 2)
  await own.close()
})
