import { errorTextOf, textsOf } from '#platform/languages'
import { afterAll, assert, beforeAll, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { keyIn, MailServer, type ReceivedMail } from '../../../../test/harness/mail.ts'
import { fetchApiKey } from '../users/key-api.ts'

let server: TestServer
let smtp: MailServer
beforeAll(async () => {
  smtp = await MailServer.start()
  server = await startServer({ smtpUrl: smtp.url, mailFrom: 'chat@loquat.example' })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

const ask = (society: TestOrganization, path: string, language: string | undefined, form?: Record<string, string>) =>
  society.server.http.inject({
    method: form ? 'POST' : 'GET',
    url: path,
    headers: {
      host: `${society.subdomain}.loquat.test`,
      ...(language === undefined ? {} : { 'accept-language': language }),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
  })

const titled = (title: string) => new RegExp(`<title>${title}</title>`)

const reads = (person: Person, default_language: string) => person.send('PATCH', '/settings', { default_language })

async function mailTo(address: string): Promise<ReceivedMail> {
  await server.runtime.timer.wake()
  const mail = smtp.mails.filter(({ to }) => to[0] === address).at(-1)
  assert.ok(mail, address)
  return mail
}

test('sign-in pages are in the browser’s language, or else the organization’s', async () => {
  const society = await TestOrganization.found(server)
  const german = await ask(society, '/accounts/login', 'de-AT,de;q=0.9,en;q=0.5')
  assert.match(german.body, /<html lang="de" dir="ltr">/)
  assert.match(german.body, titled(textsOf('signIn')('de').title('Analytical Engine Society')))
  assert.equal(german.headers.vary, 'Accept-Language')
  const arabic = await ask(society, '/accounts/login', 'ar')
  assert.match(arabic.body, /<html lang="ar" dir="rtl">/)
  assert.ok(arabic.body.includes(textsOf('signIn')('ar').signIn))
  assert.match((await ask(society, '/accounts/login', 'is')).body, /<html lang="en" dir="ltr">/)
  await society.owner.send('PATCH', '/realm', { default_language: 'de' })
  assert.match((await ask(society, '/accounts/login', 'is')).body, /<html lang="de"/)
  assert.match((await ask(society, '/accounts/login', undefined)).body, /<html lang="de"/)
  const strange = await ask(society, '/accounts/login', '"><script>, de;q=\u0001')
  assert.ok(!strange.body.includes('"><script'))
  const wrong = await ask(society, '/accounts/login', 'ar', { username: society.owner.email, password: 'no' })
  assert.ok(wrong.body.includes(`role="alert">${errorTextOf('ar', 'Your username or password is incorrect')}`))
  const short = await ask(society, '/accounts/password/reset', 'de', { email: 'nobody' })
  assert.ok(short.body.includes(`role="alert">${textsOf('fields')('de').notAnAddress}<`))
})

test('joining with a German browser makes German the account’s language', async () => {
  const german = textsOf('accounts')('de')
  const society = await TestOrganization.found(server)
  await society.owner.send('PATCH', '/realm', { invite_required: false, emails_restricted_to_domains: false })
  const asked = await ask(society, '/accounts/register', 'de', { email: 'dora@navy.example' })
  assert.ok(asked.body.includes(german.sent.link('dora@navy.example')))
  const mail = await mailTo('dora@navy.example')
  assert.equal(mail.headers.get('subject'), german.mails.join.subject('Analytical Engine Society'))
  assert.ok(mail.text.includes(german.mails.join.text('Analytical Engine Society')))
  const path = `/join/${keyIn(mail)}`
  assert.equal((await ask(society, path, 'de', { full_name: 'Dora', password: 'a lovely day' })).statusCode, 302)
  await society.owner.call(fetchApiKey, { username: 'dora@navy.example', password: 'a lovely day' })
  // with whatever browser the link of the next one is asked for
  await ask(society, '/accounts/password/reset', 'en', { email: 'dora@navy.example' })
  assert.equal(
    (await mailTo('dora@navy.example')).headers.get('subject'),
    german.mails.reset.subject('Analytical Engine Society'),
  )
})

test('Arabic emails read from right to left and isolate names', async () => {
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben O’Hara')
  await reads(ben, 'ar')
  await ask(society, '/accounts/password/reset', undefined, { email: ben.email })
  const mail = await mailTo(ben.email)
  const { mails, reset } = textsOf('accounts')('ar')
  assert.equal(mail.headers.get('subject'), mails.reset.subject('Analytical Engine Society'))
  assert.match(mails.reset.subject('Analytical Engine Society'), /\u2068Analytical Engine Society\u2069/)
  assert.match(mail.text, /^\p{Script=Arabic}[^\n]*\u2068Ben O’Hara\u2069/u)
  assert.match(mail.html, /<html lang="ar" dir="rtl">.*<div class="page" lang="ar" dir="rtl"/)
  const page = await ask(society, `/accounts/password/reset/${keyIn(mail)}`, 'ar')
  assert.ok(page.body.includes(reset.title))
})

test('invitations are in the language of the organization', async () => {
  const society = await TestOrganization.found(server)
  await society.owner.send('PATCH', '/realm', { default_language: 'de' })
  await society.owner.send('POST', '/invites', { invitee_emails: 'eve@navy.example', stream_ids: [] })
  const mail = await mailTo('eve@navy.example')
  const { subject, yoursUntil } = textsOf('invitations')('de')
  assert.equal(mail.headers.get('subject'), subject('Ada', 'Analytical Engine Society'))
  const [, end = ''] = new RegExp(yoursUntil('(.* UTC)')).exec(mail.text) ?? []
  assert.match(end, /^\p{L}+, \d+\. \p{L}+ \d{4} um \d\d:\d\d UTC$/u)
})

const refused = async (person: Person, method: string, path: string, values = {}) => {
  const { message: msg, code, fields } = await person.refusedRaw(method, path, values)
  return { msg, code, fields }
}

test('errors are in the language of the caller, codes and parameter names in English', async () => {
  const society = await TestOrganization.found(server)
  const [ben, cleo] = [await society.join('Ben'), await society.join('Cleo')]
  await reads(ben, 'de')
  await reads(cleo, 'ar')
  const [german, arabic] = [await refused(ben, 'GET', '/streams/987654'), await refused(cleo, 'GET', '/streams/987654')]
  assert.deepEqual(
    [german.msg, arabic.msg],
    [errorTextOf('de', 'Invalid channel ID'), errorTextOf('ar', 'Invalid channel ID')],
  )
  assert.equal(german.code, arabic.code)
  const missing = await refused(ben, 'POST', '/messages', {})
  assert.deepEqual([missing.msg, missing.code], ["Missing 'type' argument", 'REQUEST_VARIABLE_MISSING'])
  const failed = await refused(ben, 'POST', '/messages', { type: 'channel', to: 'drafts', topic: 'a', content: 'b' })
  assert.match(failed.msg, /Kanal.*drafts/, 'what a person wrote isn’t translated')
  await reads(ben, 'is')
  assert.equal((await refused(ben, 'GET', '/streams/987654')).msg, 'Invalid channel ID')
})

test('errors without an account are in the browser’s language', async () => {
  const society = await TestOrganization.found(server)
  const url = '/api/v1/users/me'
  const answer = async (headers: Record<string, string>) => {
    const reply = await server.http.inject({ url, headers: { host: `${society.subdomain}.loquat.test`, ...headers } })
    return JSON.parse(reply.body) as { msg: string; code: string }
  }
  const authorization = `Basic ${Buffer.from(`${society.owner.email}:wrong`).toString('base64')}`
  assert.equal((await answer({ authorization, 'accept-language': 'de' })).msg, errorTextOf('de', 'Invalid API key'))
  assert.equal((await answer({ authorization })).msg, 'Invalid API key')
  assert.equal((await answer({ authorization, 'accept-language': 'de' })).code, 'INVALID_API_KEY')
})

test('a refused invitation gives reasons per address in the inviter’s language', async () => {
  const society = await TestOrganization.found(server)
  await reads(society.owner, 'de')
  const invitee_emails = `nobody, ${society.owner.email}`
  const reply = await refused(society.owner, 'POST', '/invites', { invitee_emails, stream_ids: [] })
  assert.equal(reply.msg, errorTextOf('de', 'Some emails did not validate, so we sent no invitations.'))
  assert.deepEqual(reply.fields.errors, [['nobody', errorTextOf('de', 'Invalid address.'), false]])
})
