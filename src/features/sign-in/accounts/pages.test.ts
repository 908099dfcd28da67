import { asUserId, roles } from '#contract'
import { assert, startServer, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { keyIn, MailServer, writtenMails } from '../../../../test/harness/mail.ts'
import { createDefaultChannelGroup, noSuchGroup } from '../../channels/channels/default-groups/api.ts'
import { getUser } from '../../people/users/api.ts'
import { fetchApiKey } from '../../people/users/key-api.ts'
import { createInviteLink, getInvites, revokeInviteLink, sendInvites } from '../invitations/api.ts'
import { lookAtInvitation, registerAccount } from './api.ts'
import { ask } from './fixture.ts'

test('people can join with a browser without JavaScript', async ({ ben, society, server }) => {
  await ben
    .call(sendInvites, { invitee_emails: 'd<o>ra@navy.example, dora@navy.example', stream_ids: [] })
    .catch(() => {})
  await ben.call(sendInvites, { invitee_emails: "o'dora&co@navy.example", stream_ids: [] })
  const path = `/join/${keyIn((await writtenMails(server)).at(-1) as never)}`
  const page = await ask(society, path)
  assert.equal(page.statusCode, 200)
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; style-src 'self' 'sha256-[^']+'; font-src 'self'; script-src 'sha256-[^']+' 'self'; form-action 'self'/,
  )
  assert.equal(page.headers['referrer-policy'], 'same-origin')
  assert.equal(page.headers['cache-control'], 'no-store')
  assert.match(page.body, /<html lang="en" dir="ltr">/)
  assert.match(page.body, /<label for="full_name">/)
  assert.ok(page.body.includes('o&#39;dora&amp;co@navy.example'))
  const bad = await ask(society, path, { full_name: '"><script>', password: 'a lovely day' })
  assert.equal(bad.statusCode, 400)
  assert.match(bad.body, /role="alert"/)
  assert.ok(bad.body.includes('value="&quot;&gt;&lt;script&gt;"') && !bad.body.includes('<script>'))
  assert.match((await ask(society, path, { full_name: 'Dora', password: 'short' })).body, /too short/)
  const good = await ask(society, path, { full_name: 'Dora', password: 'a lovely day', timezone: 'Asia/Kolkata' })
  assert.deepEqual([good.statusCode, good.headers.location], [302, '/'])
  assert.match(String(good.headers['set-cookie']), /^session=[\w-]{43}; /, 'who has joined is signed in')
  const { user_id } = await ben.call(fetchApiKey, { username: "o'dora&co@navy.example", password: 'a lovely day' })
  assert.equal((await ben.call(getUser, { user_id: asUserId(user_id) })).user.timezone, 'Asia/Kolkata')
  assert.equal((await ask(society, path)).statusCode, 400)
})

test('a reusable link asks for the address first, and confirms it by mail', async () => {
  const mail = await MailServer.start()
  const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const society = await TestOrganization.found(server)
    const { invite_link } = await society.owner.call(createInviteLink, {})
    const path = new URL(invite_link).pathname
    assert.match((await ask(society, path)).body, /type="email"/)
    assert.equal((await ask(society, path, { email: 'nobody' })).statusCode, 400)
    assert.match((await ask(society, path, { email: 'dora@navy.example' })).body, /Check your email/)
    await server.runtime.timer.wake()
    const mailed = `/join/${keyIn(mail.mails.at(-1) as never)}`
    const joined = await ask(society, mailed, { full_name: 'Dora', password: 'a lovely day' })
    assert.deepEqual([joined.statusCode, joined.headers.location], [302, '/'])
  } finally {
    await server.close()
    await mail.close()
  }
})

test('without mail, a reusable link accepts new addresses at once', async ({ ada, society }) => {
  const { invite_link } = await ada.call(createInviteLink, {})
  const path = new URL(invite_link).pathname
  const form = { full_name: 'Dora', password: 'a lovely day' }
  const asked = [...(await ask(society, path)).body.matchAll(/<input[^>]* name="([^"]+)"/g)].map(([, name]) => name)
  assert.deepEqual(asked, ['email', 'full_name', 'password', 'timezone'])
  const taken = await ask(society, path, { ...form, email: ada.email })
  assert.equal(taken.statusCode, 400)
  assert.match(taken.body, /already an account with this email address/)
  assert.ok(taken.body.includes('value="Dora"'))
  for (const wrong of [{ password: 'short' }, { full_name: '' }, { email: 'not an address' }])
    assert.equal((await ask(society, path, { ...form, email: 'dora@navy.example', ...wrong })).statusCode, 400)
  const joined = await ask(society, path, { ...form, email: 'dora@navy.example', timezone: 'Nowhere/Else' })
  assert.deepEqual([joined.statusCode, joined.headers.location], [302, '/'])
  const { user_id } = await ada.call(fetchApiKey, { username: 'dora@navy.example', password: 'a lovely day' })
  // an unknown time zone doesn't keep people out
  assert.equal((await ada.call(getUser, { user_id: asUserId(user_id) })).user.timezone, '')
  const [one] = (await ada.call(getInvites)).invites
  await ada.call(revokeInviteLink, { invite_id: one?.id as number })
  assert.equal((await ask(society, path, { ...form, email: 'eve@navy.example' })).statusCode, 400)
})

test('new users can choose default channel groups, except guests', async ({ ada, society, server }) => {
  const [lunch, soup] = [await makeChannel(society.org, 'lunch', [ada]), await makeChannel(society.org, 'soup', [ada])]
  const groups = ['Fo<o>d', 'Art', 'Empty']
  for (const [at, group_name] of groups.entries())
    await ada.call(createDefaultChannelGroup, {
      group_name,
      description: at === 0 ? 'All of "it"' : '',
      stream_names: [['lunch'], ['soup'], []][at] as string[],
    })
  const invited = async (email: string, more: object = {}) => {
    await ada.call(sendInvites, { invitee_emails: email, stream_ids: [], ...more })
    return keyIn((await writtenMails(server)).at(-1) as never)
  }
  const inChannel = async (id: number) => (await ada.send('GET', `/streams/${id}/members`)).subscribers as number[]
  const key = await invited('dora@navy.example', { include_realm_default_subscriptions: true })
  const { default_channel_groups } = await ada.call(lookAtInvitation, { key })
  assert.deepEqual(
    default_channel_groups.map(({ name }) => name),
    ['Fo<o>d', 'Art'],
  )
  const [foodId, artId] = default_channel_groups.map(({ id }) => id) as [number, number]
  const [food, art] = [`channel_group_${foodId}`, `channel_group_${artId}`]
  const page = await ask(society, `/join/${key}`)
  assert.match(
    page.body,
    new RegExp(`<input type="checkbox" name="${food}" value="yes" aria-describedby="${food}-hint">`),
  )
  assert.ok(page.body.includes('Fo&lt;o&gt;d') && page.body.includes('All of &quot;it&quot;'))
  const again = await ask(society, `/join/${key}`, { full_name: 'Dora', password: 'short', [food]: 'yes' })
  assert.match(again.body, new RegExp(`name="${food}" value="yes" checked`))
  assert.doesNotMatch(again.body, new RegExp(`name="${art}" value="yes" checked`))
  const form = { full_name: 'Dora', password: 'a lovely day', [food]: 'yes' }
  assert.equal((await ask(society, `/join/${key}`, form)).statusCode, 302)
  const { user } = await ada.send('GET', '/users/dora@navy.example')
  const dora = (user as { user_id: number }).user_id
  const general = (await ada.send('GET', '/get_stream_id', { stream: 'general' })).stream_id as number
  const begun = await Promise.all([lunch, soup, general].map(async (id) => (await inChannel(id)).includes(dora)))
  assert.deepEqual(begun, [true, false, true])

  const guest = await invited('gil@navy.example', { invite_as: roles.guest, stream_ids: [lunch] })
  assert.doesNotMatch((await ask(society, `/join/${guest}`)).body, /checkbox/)
  const person = { key: guest, full_name: 'Gil', password: 'a lovely day' }
  await ada.refused(registerAccount, { ...person, default_channel_group_ids: [foodId] }, noSuchGroup)
  await ada.call(registerAccount, person)
  const eve = { key: await invited('eve@navy.example'), full_name: 'Eve', password: 'a lovely day' }
  await ada.refused(registerAccount, { ...eve, default_channel_group_ids: [987_654] }, noSuchGroup)
  const { user_id } = await ada.call(registerAccount, { ...eve, default_channel_group_ids: [foodId] })
  assert.ok((await inChannel(lunch)).includes(user_id))
})

test('a browser resets a password; the page never reveals which accounts exist', async () => {
  const mail = await MailServer.start()
  const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const society = await TestOrganization.found(server)
    const ben = await society.join('Ben')
    const path = '/accounts/password/reset'
    assert.equal((await ask(society, path)).statusCode, 200)
    const known = await ask(society, path, { email: ben.email })
    const unknown = await ask(society, path, { email: 'unknown@navy.example' })
    assert.equal(known.body.replaceAll(ben.email, ''), unknown.body.replaceAll('unknown@navy.example', ''))
    await server.runtime.timer.wake()
    const link = `${path}/${keyIn(mail.mails.at(-1) as never)}`
    assert.match((await ask(society, link)).body, /autocomplete="new-password"/)
    assert.equal((await ask(society, link, { new_password: 'short' })).statusCode, 400)
    assert.match((await ask(society, link, { new_password: 'a lovely day' })).body, /has been changed/)
    await ben.call(fetchApiKey, { username: ben.email, password: 'a lovely day' })
    assert.equal((await ask(society, link)).statusCode, 400)
    assert.equal((await ask(society, `${path}/nonsense`, { new_password: 'a lovely day' })).statusCode, 400)
  } finally {
    await server.close()
    await mail.close()
  }
})

test('without mail, the page for a forgotten password says so and sends nothing', async ({ ben, society, server }) => {
  const path = '/accounts/password/reset'
  const mails = (await writtenMails(server)).length
  for (const form of [undefined, { email: ben.email }]) {
    const { body } = await ask(society, path, form)
    assert.match(body, /This server can’t send email/)
    assert.doesNotMatch(body, /<form|We sent/)
  }
  assert.equal((await writtenMails(server)).length, mails)
})

test('without mail, a link for certain domains promises no mail', async ({ ada, society, server }) => {
  await ada.send('POST', '/realm/domains', { domain: 'navy.example', allow_subdomains: 'false' })
  await ada.send('PATCH', '/realm', { emails_restricted_to_domains: true })
  const { invite_link } = await ada.call(createInviteLink, {})
  const mails = (await writtenMails(server)).length
  for (const form of [undefined, { email: 'dora@navy.example' }]) {
    const { body } = await ask(society, new URL(invite_link).pathname, form)
    assert.match(body, /can’t check your address/)
    assert.doesNotMatch(body, /<form|We sent/)
  }
  assert.equal((await writtenMails(server)).length, mails)
})

test('register says whether the server can send mail', async ({ ada }) => {
  const { initial } = await ada.register('realm')
  assert.deepEqual([initial.server_sends_mail, initial.settings_send_digest_emails], [false, false])
})

test('people can request an account if no invitation is needed', async () => {
  const mail = await MailServer.start()
  const server = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' })
  try {
    const society = await TestOrganization.found(server)
    const path = '/accounts/register'
    await society.owner.send('PATCH', '/realm', { invite_required: true })
    for (const form of [undefined, { email: 'dora@navy.example' }]) {
      const { statusCode, body } = await ask(society, path, form)
      assert.equal(statusCode, 400)
      assert.match(body, /You need an invitation/)
    }
    assert.doesNotMatch((await ask(society, '/accounts/login')).body, /\/accounts\/register"/)
    await society.owner.send('PATCH', '/realm', { invite_required: false })
    assert.match((await ask(society, '/accounts/login')).body, /\/accounts\/register"/)
    assert.match((await ask(society, path)).body, /type="email"/)
    assert.equal((await ask(society, path, { email: 'nobody' })).statusCode, 400)
    assert.match((await ask(society, path, { email: 'dora@navy.example' })).body, /Check your email/)
    await server.runtime.timer.wake()
    const mailed = `/join/${keyIn(mail.mails.at(-1) as never)}`
    const joined = await ask(society, mailed, { full_name: 'Dora', password: 'a lovely day' })
    assert.deepEqual([joined.statusCode, joined.headers.location], [302, '/'])
  } finally {
    await server.close()
    await mail.close()
  }
})

test("no sign-up form is shown if its confirmation email couldn't be sent", async ({ society }) => {
  await society.owner.send('PATCH', '/realm', { invite_required: false })
  assert.equal((await ask(society, '/accounts/register')).statusCode, 400)
  assert.doesNotMatch((await ask(society, '/accounts/login')).body, /\/accounts\/register"/)
})
