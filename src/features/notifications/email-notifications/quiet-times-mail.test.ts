import { afterAll, assert, beforeAll, type Person, test as plain } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { mutePlace } from '../../messages/mutes/api.ts'
import { endQuietTime, pauseNotifications } from '../../people/quiet-times/api.ts'
import { Mailing } from './fixture.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

const inSecs = (secs: number) => Math.floor(mailing.server.clock.now().getTime() / 1000) + secs
const after = async (secs: number, to?: Person) => [...(await mailing.pass(secs, to)), ...(await mailing.pass(1, to))]
const pause = (person: Person, secs: number) => person.call(pauseNotifications, { until: inSecs(secs) })

plain('after a quiet time, one email lists conversations with news', async () => {
  const { ada, ben, cleo } = await mailing.people()
  const garden = await makeChannel(ada.org, 'gärten & <b>', [ada, ben, cleo])
  await pause(ben, 3600)
  await ada.sends(`@**${ben.name}** the secret plan`, { channel: garden, topic: 'tea' })
  await cleo.sends('Only for you', ben)
  await cleo.sends('And this', ben)
  assert.deepEqual(await mailing.pass(3599, ben), [])
  const [mail, ...more] = await after(1, ben)
  assert.deepEqual(more, [])
  assert.match(mail?.headers.get('subject') ?? '', /^While notifications were paused: 3 messages/)
  for (const text of [
    '#gärten & <b> > tea: 1 message by Ada',
    'Direct messages with Cléo 王 & Co: 2 messages by Cléo 王 & Co',
  ])
    assert.ok(mail?.text.includes(text), mail?.text)
  assert.match(mail?.text ?? '', /\/#catch-up\n/)
  assert.match(mail?.text ?? '', /\/email\/unsubscribe\//)
  assert.ok(mail?.html.includes('#gärten &amp; &lt;b&gt; &gt; tea'))
  for (const part of [mail?.text, mail?.html]) assert.ok(!part?.includes('secret plan'))
  assert.deepEqual(await mailing.pass(10_000, ben), [])
})

plain('news in a single conversation comes as an ordinary email', async () => {
  const { ada, ben } = await mailing.people()
  await pause(ben, 3600)
  await ada.sends('First', ben)
  await ada.sends('Second', ben)
  await ben.call(endQuietTime)
  const [mail, ...more] = await after(1, ben)
  assert.deepEqual(more, [])
  assert.ok(mail?.text.includes('First\n\nSecond'))
})

plain('without message content in email, the email after a quiet time quotes nothing', async () => {
  const { ada, ben, cleo } = await mailing.people()
  await ben.send('PATCH', '/settings', { message_content_in_email_notifications: false })
  await pause(ben, 60)
  await ada.sends('First', ben)
  await cleo.sends('Second', ben)
  const [mail, ...more] = await after(60, ben)
  assert.deepEqual(more, [])
  assert.ok(mail?.text.includes('you received 2 messages in 2 conversations'))
  for (const name of ['Ada', 'Cléo']) assert.ok(!mail?.text.includes(name))
})

plain('no email after a quiet time if turned off, or for muted conversations', async () => {
  const { ada, ben, cleo } = await mailing.people()
  await pause(ben, 60)
  await pause(cleo, 60)
  await ada.sends('First', ben)
  await cleo.sends('Second', ben)
  await ada.sends('Third', cleo)
  await ben.send('PATCH', '/settings', { enable_offline_email_notifications: false })
  await cleo.call(mutePlace, { user_ids: [ada.id] })
  assert.deepEqual(await after(60), [])
})
