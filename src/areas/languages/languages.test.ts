import { afterAll, assert, beforeAll, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { keyIn, MailServer, type ReceivedMail } from '../../../test/harness/mail.ts'
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

const reads = (person: Person, default_language: string) => person.send('PATCH', '/settings', { default_language })

async function mailTo(address: string): Promise<ReceivedMail> {
  await server.runtime.timer.wake()
  const mail = smtp.mails.filter(({ to }) => to[0] === address).at(-1)
  assert.ok(mail, address)
  return mail
}

test('pages for signing in are as the browser asks, else as the organization writes', async () => {
  const society = await TestOrganization.found(server)
  const german = await ask(society, '/accounts/login', 'de-AT,de;q=0.9,en;q=0.5')
  assert.match(german.body, /<html lang="de" dir="ltr">/)
  assert.match(german.body, /<title>Anmelden bei Analytical Engine Society<\/title>/)
  assert.equal(german.headers.vary, 'Accept-Language')
  const arabic = await ask(society, '/accounts/login', 'ar')
  assert.match(arabic.body, /<html lang="ar" dir="rtl">/)
  assert.match(arabic.body, /تسجيل الدخول/)
  assert.match((await ask(society, '/accounts/login', 'fr')).body, /<html lang="en" dir="ltr">/)
  await society.owner.send('PATCH', '/realm', { default_language: 'de' })
  assert.match((await ask(society, '/accounts/login', 'fr')).body, /<html lang="de"/)
  assert.match((await ask(society, '/accounts/login', undefined)).body, /<html lang="de"/)
  const strange = await ask(society, '/accounts/login', '"><script>, de;q=\u0001')
  assert.ok(!strange.body.includes('<script'))
  const wrong = await ask(society, '/accounts/login', 'ar', { username: society.owner.email, password: 'no' })
  assert.match(wrong.body, /role="alert">العنوان أو كلمة المرور غير صحيح\./)
  const short = await ask(society, '/accounts/password/reset', 'de', { email: 'nobody' })
  assert.match(short.body, /role="alert">Die Adresse ist keine E-Mail-Adresse\.</)
})

test('who joins with a German browser is written to in German from then on', async () => {
  const society = await TestOrganization.found(server)
  await society.owner.send('PATCH', '/realm', { invite_required: false, emails_restricted_to_domains: false })
  const asked = await ask(society, '/accounts/register', 'de', { email: 'dora@navy.example' })
  assert.match(asked.body, /Ein Link ist an dora@navy\.example unterwegs/)
  const mail = await mailTo('dora@navy.example')
  assert.equal(mail.headers.get('subject'), 'Analytical Engine Society beitreten')
  assert.match(mail.text, /mit diesem Link legst du dein Konto in Analytical Engine Society an/)
  const path = `/join/${keyIn(mail)}`
  assert.equal((await ask(society, path, 'de', { full_name: 'Dora', password: 'a lovely day' })).statusCode, 302)
  await society.owner.call(fetchApiKey, { username: 'dora@navy.example', password: 'a lovely day' })
  // with whatever browser the link of the next one is asked for
  await ask(society, '/accounts/password/reset', 'en', { email: 'dora@navy.example' })
  assert.equal(
    (await mailTo('dora@navy.example')).headers.get('subject'),
    'Ein neues Passwort für Analytical Engine Society',
  )
})

test('mails to Arabic people read from right to left, with names of any script', async () => {
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben O’Hara')
  await reads(ben, 'ar')
  await ask(society, '/accounts/password/reset', undefined, { email: ben.email })
  const mail = await mailTo(ben.email)
  assert.equal(mail.headers.get('subject'), 'كلمة مرور جديدة في \u2068Analytical Engine Society\u2069')
  assert.match(mail.text, /^مرحبًا \u2068Ben O’Hara\u2069،/)
  assert.match(mail.html, /<html lang="ar" dir="rtl">.*<div lang="ar" dir="rtl">/)
  const page = await ask(society, `/accounts/password/reset/${keyIn(mail)}`, 'ar')
  assert.match(page.body, /كلمة مرور جديدة/)
})

test('invitations are in the language of the organization', async () => {
  const society = await TestOrganization.found(server)
  await society.owner.send('PATCH', '/realm', { default_language: 'de' })
  await society.owner.send('POST', '/invites', { invitee_emails: 'eve@navy.example', stream_ids: [] })
  const mail = await mailTo('eve@navy.example')
  assert.equal(mail.headers.get('subject'), 'Ada lädt dich zu Analytical Engine Society ein')
  assert.match(mail.text, /Der Link gilt bis .* UTC\. Wer ihn öffnet/)
})

const refused = async (person: Person, method: string, path: string, values = {}) => {
  const { message: msg, code, fields } = await person.refusedRaw(method, path, values)
  return { msg, code, fields }
}

test('errors are in the language of whoever asks; codes and names of parameters never', async () => {
  const society = await TestOrganization.found(server)
  const [ben, cleo] = [await society.join('Ben'), await society.join('Cleo')]
  await reads(ben, 'de')
  await reads(cleo, 'ar')
  const [german, arabic] = [await refused(ben, 'GET', '/streams/987654'), await refused(cleo, 'GET', '/streams/987654')]
  assert.deepEqual([german.msg, arabic.msg], ['Diesen Kanal gibt es nicht', 'هذه القناة غير موجودة'])
  assert.equal(german.code, arabic.code)
  const missing = await refused(ben, 'POST', '/messages', {})
  assert.deepEqual([missing.msg, missing.code], ["Missing 'type' argument", 'REQUEST_VARIABLE_MISSING'])
  const failed = await refused(ben, 'POST', '/messages', { type: 'channel', to: 'drafts', topic: 'a', content: 'b' })
  assert.equal(failed.msg, 'Den Kanal „drafts“ gibt es nicht', 'what somebody wrote is not translated')
  await reads(ben, 'fr')
  assert.equal((await refused(ben, 'GET', '/streams/987654')).msg, 'Invalid channel ID')
})

test('who has not said who it is hears errors as the browser asks', async () => {
  const society = await TestOrganization.found(server)
  const url = '/api/v1/users/me'
  const answer = async (headers: Record<string, string>) => {
    const reply = await server.http.inject({ url, headers: { host: `${society.subdomain}.loquat.test`, ...headers } })
    return JSON.parse(reply.body) as { msg: string; code: string }
  }
  const authorization = `Basic ${Buffer.from(`${society.owner.email}:wrong`).toString('base64')}`
  assert.equal((await answer({ authorization, 'accept-language': 'de' })).msg, 'Ungültiger API-Schlüssel')
  assert.equal((await answer({ authorization })).msg, 'Invalid API key')
  assert.equal((await answer({ authorization, 'accept-language': 'de' })).code, 'INVALID_API_KEY')
})

test('a refused invitation says why for each address, in the language of whoever invites', async () => {
  const society = await TestOrganization.found(server)
  await reads(society.owner, 'de')
  const invitee_emails = `nobody, ${society.owner.email}`
  const reply = await refused(society.owner, 'POST', '/invites', { invitee_emails, stream_ids: [] })
  assert.equal(reply.msg, 'Einige Adressen gehen nicht; darum wurde niemand eingeladen.')
  assert.deepEqual(reply.fields.errors, [['nobody', 'Ungültige Adresse.', false]])
})
