import { afterAll, assert, beforeAll, test as plain } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { raw } from '../../../../test/harness/files.ts'
import { Mailing } from './fixture.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

// channel notifications are off by default
const settings = ['enable_followed_topic_email_notifications', 'enable_offline_email_notifications']

plain('one-click unsubscribing ends emails of one kind', async () => {
  const { ada, ben } = await mailing.people()
  const garden = await makeChannel(ada.org, 'garden', [ada, ben])
  await ben.send('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: garden, property: 'email_notifications', value: true }],
  })
  await ada.sends('Tea?', ben)
  const [mail] = await mailing.pass(120)
  assert.equal(mail?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const address = /^<(.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  assert.ok(mail?.text.includes(address) && mail.html.includes(address))
  const path = new URL(address).pathname
  const watch = await ben.register('user_settings', 'subscription')

  const page = await raw(mailing.server, ada.org, path)
  assert.equal(page.status, 200)
  assert.match(page.body.toString(), /<form method="post">/)
  assert.deepEqual(await watch.ops(), [], 'looking changes nothing')

  const body = Buffer.from('List-Unsubscribe=One-Click')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await raw(mailing.server, ada.org, path, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
  const changed = await watch.of('user_settings', 'update')
  assert.deepEqual(
    changed.map(({ property, value }) => [property, value]),
    settings.map((name) => [name, false]),
  )
  assert.deepEqual(
    (await watch.of('subscription', 'update')).map(({ property, value }) => [property, value]),
    [['email_notifications', false]],
  )
  await watch.agreesWithFreshRegister()
  await ada.sends('Still there?', ben)
  await ada.sends(`@**${ben.name}**`, { channel: garden, topic: 'tea' })
  assert.deepEqual(await mailing.pass(300), [])
  assert.equal((await raw(mailing.server, ada.org, path, { method: 'POST', headers, body })).status, 200)
})

plain("the unsubscribe page's button works, and forged keys don't", async () => {
  const { ada, ben, cleo } = await mailing.people()
  await ada.sends('Tea?', [ben, cleo])
  const mails = await mailing.pass(120)
  const pathOf = (email: string) =>
    new URL(/<(.*)>/.exec(mails.find(({ to }) => to[0] === email)?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '')
      .pathname
  const mine = pathOf(ben.email)
  const forged = mine.replace(`/${ben.id}-`, `/${cleo.id}-`)
  for (const path of [forged, `${mine}x`, '/email/unsubscribe/nothing']) {
    assert.equal((await raw(mailing.server, ada.org, path)).status, 404)
    assert.equal((await raw(mailing.server, ada.org, path, { method: 'POST' })).status, 404)
  }
  const other = await mailing.people()
  assert.equal((await raw(mailing.server, other.ada.org, mine, { method: 'POST' })).status, 404)
  const body = Buffer.from('')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await raw(mailing.server, ada.org, mine, { method: 'POST', headers, body })).status, 200)
  await ada.sends('And now?', [ben, cleo])
  assert.deepEqual(
    (await mailing.pass(120)).map(({ to }) => to[0]),
    [cleo.email],
  )
})
