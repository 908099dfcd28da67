import { afterAll, assert, beforeAll, test as plain } from '#test'
import { fetchApiKey } from '../../people/users/key-api.ts'
import { Mailing } from './fixture.ts'

let mailing: Mailing
beforeAll(async () => {
  mailing = await Mailing.start()
})
afterAll(() => mailing.close())

const password = 'correct horse battery'

plain('a sign-in is reported by email unless turned off or the account is new', async () => {
  const { ada } = await mailing.people()
  const login = { username: ada.email, password }
  await ada.call(fetchApiKey, login)
  const [mail, ...more] = await mailing.pass(1)
  assert.equal(more.length, 0)
  assert.equal(mail?.headers.get('subject'), 'New sign-in to Analytical Engine Society')
  assert.match(mail.text, /> From: (::ffff:)?127\.0\.0\.1\n/)
  assert.ok(!mail.raw.includes(ada.apiKey) && !mail.raw.includes(password))

  await ada.refused(fetchApiKey, { ...login, password: 'wrong' })
  assert.deepEqual(await mailing.pass(1), [])
  await ada.send('PATCH', '/settings', { enable_login_emails: false })
  await ada.call(fetchApiKey, login)
  assert.deepEqual(await mailing.pass(1), [])
})

plain("a new user's first sign-in isn't reported", async () => {
  const { ada } = await mailing.people()
  await ada.send('POST', '/users', { email: 'eve@example.org', full_name: 'Eve', password })
  await ada.call(fetchApiKey, { username: 'eve@example.org', password })
  assert.deepEqual(await mailing.pass(1), [])
  mailing.server.clock.advance(60_000)
  await ada.call(fetchApiKey, { username: 'eve@example.org', password })
  assert.deepEqual(
    (await mailing.pass(1)).map(({ to }) => to),
    [['eve@example.org']],
  )
})
