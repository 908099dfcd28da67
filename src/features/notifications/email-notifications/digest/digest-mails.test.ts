import { afterAll, assert, beforeAll, type Person, test as plain } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { raw } from '../../../../../test/harness/files.ts'
import { evict, wakeAt } from '../../../../../test/harness/sleep.ts'
import { Mailing } from '../fixture.ts'
import { digestMails } from './due.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

/** A Tuesday, the default day of digests. */
const tuesday = new Date('2027-03-02T00:00:00Z')
const dayMs = 86_400_000

async function digests(person: Person, time: Date) {
  mailing.server.clock.set(time)
  await digestMails.run(person.org, mailing.server.runtime, () => true)
  return (await mailing.pass(0, person)).filter(({ headers }) => headers.get('subject')?.startsWith('What you missed'))
}
const at = (hours: number, days = 0) => new Date(tuesday.getTime() + days * dayMs + hours * 3_600_000)

async function missed() {
  const people = await mailing.people()
  const { ada, ben } = people
  await ada.send('PATCH', '/realm', { digest_emails_enabled: true })
  const channel = await makeChannel(ada.org, 'garden', [ada, ben])
  mailing.server.clock.set(at(0, -3))
  await ada.send('POST', '/users/me/presence', { status: 'active' })
  await ada.sends('The roses <bloom>', { channel, topic: 'roses' })
  await ada.sends('All of them', { channel, topic: 'roses' })
  return { ...people, channel }
}

plain('inactive users get one digest in the morning of the digest day', async () => {
  const { ada, ben, channel } = await missed()
  assert.deepEqual(await digests(ben, at(7.9)), [])
  assert.deepEqual(await digests(ben, at(9, -1)), [])
  const [mail, ...more] = await digests(ben, at(8))
  assert.deepEqual(more, [])
  assert.equal(mail?.headers.get('subject'), 'What you missed in Analytical Engine Society')
  assert.match(mail.text, /You have 2 unread messages in 1 topic\./)
  assert.match(mail.text, /#garden > roses: 2 messages by Ada\n> The roses <bloom>\nhttp/)
  assert.match(mail.html, /The roses &lt;bloom&gt;/)
  assert.match(mail.text, /\/#catch-up\n/)
  assert.deepEqual(await digests(ben, at(9)), [])
  // nothing new since
  assert.deepEqual(await digests(ben, at(9, 7)), [])
  await ada.sends('Again', { channel, topic: 'roses' })
  assert.equal((await digests(ben, at(9, 14))).length, 1)
})

plain("active, unsubscribed, and up-to-date users get no digest, and none where it's off", async () => {
  const { ada, ben, cleo } = await missed()
  await ben.send('POST', '/mark_all_as_read')
  assert.deepEqual(await digests(ben, at(9)), [])
  assert.deepEqual(await digests(cleo, at(9)), [])
  const other = await missed()
  await other.ben.send('PATCH', '/settings', { enable_digest_emails: false })
  assert.deepEqual(await digests(other.ben, at(9)), [])
  await other.ben.send('PATCH', '/settings', { enable_digest_emails: true })
  mailing.server.clock.set(at(0))
  await other.ben.send('POST', '/users/me/presence', { status: 'active' })
  assert.deepEqual(await digests(other.ben, at(9)), [])
  const third = await missed()
  await third.ada.send('PATCH', '/realm', { digest_emails_enabled: false })
  assert.deepEqual(await digests(third.ben, at(9)), [])
  assert.deepEqual(await digests(ada, at(9)), [])
})

plain('digests leave out notices of the server', async () => {
  const { ada, ben, channel } = await missed()
  const unread = async () => {
    const { unread_msgs } = (await ben.register('message', 'update_message_flags')).initial
    return (unread_msgs as { streams: { topic: string; unread_message_ids: number[] }[] }).streams
  }
  const id = await ada.sends('Watered', { channel, topic: 'tulips' })
  const notices = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
  await ada.send('PATCH', `/messages/${id}`, { topic: 'lilies', ...notices })
  assert.deepEqual((await unread()).map(({ topic, unread_message_ids: ids }) => `${topic} ${ids.length}`).sort(), [
    'lilies 2',
    'roses 2',
    'tulips 1',
  ])
  const [mail] = await digests(ben, at(9))
  assert.match(mail?.text ?? '', /You have 3 unread messages in 2 topics\./)
  assert.match(mail?.text ?? '', /#garden > lilies: 1 message by Ada\n> Watered\n/)
  assert.doesNotMatch(mail?.text ?? '', /tulips|Notification/)
  await ben.send('POST', '/mark_all_as_read')
  await ada.send('PATCH', `/messages/${id}`, { topic: 'orchids', ...notices })
  assert.notDeepEqual(await unread(), [])
  assert.deepEqual(await digests(ben, at(9, 7)), [])
})

plain("daily digests arrive in the user's own morning", async () => {
  const { ben } = await missed()
  await ben.send('PATCH', '/settings', { enable_daily_digest_emails: true, timezone: 'Asia/Tokyo' })
  assert.deepEqual(await digests(ben, at(-2, -1)), [])
  assert.equal((await digests(ben, at(-1, -1))).length, 1)
})

plain('without message content in email, digests quote nothing', async () => {
  const { ben } = await missed()
  await ben.send('PATCH', '/settings', { message_content_in_email_notifications: false })
  const [mail] = await digests(ben, at(9))
  assert.match(mail?.text ?? '', /2 unread messages in 1 topic/)
  for (const text of ['garden', 'roses', 'bloom', 'Ada:']) assert.ok(!mail?.text.includes(text), text)
})

plain('one request unsubscribes from digests only', async () => {
  const { ben } = await missed()
  const [mail] = await digests(ben, at(9))
  assert.equal(mail?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const url = new URL(/<(.+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (method: string, path: string) =>
    raw(mailing.server, ben.org, path, {
      method,
      headers: form,
      ...(method === 'POST' ? { body: Buffer.from('List-Unsubscribe=One-Click') } : {}),
    })
  const shown = await ask('GET', url.pathname)
  assert.equal(shown.status, 200)
  assert.match(shown.body.toString(), /a digest of what you missed/)
  const settings = async () => (await ben.registerWith({})).initial.user_settings as Record<string, unknown>
  assert.equal((await settings()).enable_digest_emails, true)
  assert.equal((await ask('POST', url.pathname.replace('digest.', ''))).status, 404)
  assert.equal((await ask('POST', url.pathname)).status, 200)
  assert.deepEqual(
    [(await settings()).enable_digest_emails, (await settings()).enable_offline_email_notifications],
    [false, true],
  )
})

plain('a sleeping organization wakes for its digests', async () => {
  const { ben } = await missed()
  const { runtime, clock } = mailing.server
  clock.set(at(0, -2))
  await evict(mailing.server, ben.org.id)
  const due = await wakeAt(mailing.server, ben.org.id)
  assert.ok(due && due <= at(8), `it wakes at ${due?.toISOString()}`)
  clock.set(at(-1))
  await runtime.timer.wake()
  assert.equal(runtime.opened(ben.org.id), undefined)
  clock.set(at(8.1))
  const mails = await mailing.pass(0, ben)
  assert.equal(mails.filter(({ headers }) => headers.get('subject')?.startsWith('What you missed')).length, 1)
})
