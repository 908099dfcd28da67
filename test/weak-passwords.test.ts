import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, type Person, startServer, type TestOrganization, type TestServer, test } from '#test'
import { updateSettings } from '../src/features/people/user-settings/api.ts'
import { createUser } from '../src/features/people/users/api.ts'
import { passwordGuessable, passwordOfNames } from '../src/features/people/users/errors.ts'
import { fetchApiKey } from '../src/features/people/users/key-api.ts'
import * as accounts from '../src/features/sign-in/accounts/api.ts'
import * as invitations from '../src/features/sign-in/invitations/api.ts'
import { pages } from '../src/pages/index.ts'
import { FirstRun } from '../src/pages/setup.ts'
import { runHere } from './harness/command.ts'
import { keyIn, writtenMails } from './harness/mail.ts'
import { givePassword } from './harness/password.ts'

const common = ['password', '12345678', 'aaaaaaaa', 'qwertyuiop', 'iloveyou']
/** For Dora Doyle, dora.d@navy.example, in the Analytical Engine Society. */
const ofNames = ['doradoyle', 'D0ra.Doyle', 'DoyleDora1', 'Society2026!', 'AnalyticalEngine', 'dora.d@navy']
const good = 'four green kettles'
const dora = { full_name: 'Dora Doyle', email: 'dora.d@navy.example' }

const refusals = [
  ...common.map((password) => ({ password, refusal: passwordGuessable })),
  ...ofNames.map((password) => ({ password, refusal: passwordOfNames })),
]

const lastKey = async (server: TestServer) => keyIn((await writtenMails(server)).at(-1) as never)

/** Returns a form's error, without a browser. */
async function problemOf(server: TestServer, society: TestOrganization, url: string, form: Record<string, string>) {
  const { statusCode, body } = await server.http.inject({
    method: 'POST',
    url,
    headers: { host: `${society.subdomain}.loquat.test`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return statusCode === 400 ? (/<p role="alert">([^<]*)/.exec(body)?.[1] ?? '').replaceAll('&#39;', "'") : undefined
}

const inviteDora = async (ada: Person, server: TestServer) => {
  await ada.call(invitations.sendInvites, { invitee_emails: dora.email, stream_ids: [] })
  return lastKey(server)
}

test('an administrator cannot give an account a weak password', async ({ ada }) => {
  for (const { password, refusal } of refusals) await ada.refused(createUser, { ...dora, password }, refusal)
  await ada.call(createUser, { ...dora, password: good })
  await ada.call(fetchApiKey, { username: dora.email, password: good })
})

test('joining by an invitation refuses weak passwords, and the link stays valid', async ({ ada, server, society }) => {
  const key = await inviteDora(ada, server)
  for (const { password, refusal } of refusals) {
    await ada.refused(accounts.registerAccount, { key, full_name: dora.full_name, password }, refusal)
    const form = { full_name: dora.full_name, password }
    assert.equal(await problemOf(server, society, `/join/${key}`, form), refusal.message, password)
  }
  await ada.call(accounts.registerAccount, { key, full_name: dora.full_name, password: good })
})

test('changing a password refuses weak ones, and the old one stays', async ({ ada, society }) => {
  const own = await society.join(dora.full_name)
  await givePassword(own, good)
  for (const password of [...common, 'doradoyle', 'Society2026!']) {
    const refusal = common.includes(password) ? passwordGuessable : passwordOfNames
    await own.refused(updateSettings, { old_password: good, new_password: password }, refusal)
  }
  await ada.call(fetchApiKey, { username: own.email, password: good })
})

test('a reset refuses weak passwords, and the link stays valid', async ({ ada, server, society }) => {
  await ada.call(createUser, { ...dora, password: good })
  await ada.call(accounts.requestPasswordReset, { email: dora.email })
  const key = await lastKey(server)
  for (const { password, refusal } of refusals) {
    await ada.refused(accounts.confirmPasswordReset, { key, new_password: password }, refusal)
    const said = await problemOf(server, society, `/accounts/password/reset/${key}`, { new_password: password })
    assert.equal(said, refusal.message, password)
  }
  await ada.call(accounts.confirmPasswordReset, { key, new_password: 'five blue saucers' })
  await ada.call(fetchApiKey, { username: dora.email, password: 'five blue saucers' })
})

test('the page that creates the first organization refuses weak passwords', async () => {
  const firstRun = new FirstRun()
  const server = await startServer({}, { pages: (app, runtime) => pages(app, runtime, { firstRun }) })
  try {
    const form = { organization: 'Analytical Engine Society', email: dora.email }
    const found = (password: string) =>
      server.http.inject({
        method: 'POST',
        url: `/setup/${firstRun.code}`,
        headers: { host: 'loquat.test', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...form, password }).toString(),
      })
    for (const { password } of refusals) assert.equal((await found(password)).statusCode, 400, password)
    assert.equal((await found(good)).statusCode, 302)
  } finally {
    await server.close()
  }
})

test('the command line refuses weak passwords for organizations, accounts, and people files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-weak-'))
  const dataDir = join(folder, 'data')
  const loquat = (...args: string[]) => runHere([...args, '--data-dir', dataDir])
  const refused = async (text: RegExp, ...args: string[]) => {
    const { code, err } = await loquat(...args)
    assert.deepEqual([code !== 0, text.test(err)], [true, true], `${args.join(' ')}: ${err}`)
  }
  const found = ['org', 'create', '--name', 'Analytical Engine Society', '--owner-name', dora.full_name]
  const founding = [...found, '--owner-email', dora.email, '--owner-password']
  try {
    await refused(/too easy to guess/, ...founding, 'password')
    await refused(/contains your name/, ...founding, 'Society2026!')
    assert.equal((await loquat(...founding, good)).code, 0)
    await refused(/too easy to guess/, 'user', 'password', dora.email, '--password', '12345678')
    await refused(/contains your name/, 'user', 'password', dora.email, '--password', 'doradoyle')
    const ben = ['user', 'create', '--name', 'Ben', '--email', 'ben@navy.example', '--password']
    await refused(/too easy to guess/, ...ben, 'aaaaaaaa')
    const file = join(folder, 'people.csv')
    await writeFile(
      file,
      `email,name,role,password\ncleo@navy.example,Cleo,member,password\neve@navy.example,Eve,member,${good}\n`,
    )
    const imported = await loquat('user', 'import', file)
    assert.match(imported.out + imported.err, /too easy to guess/)
    const { out } = await loquat('user', 'list', '--json')
    const emails = JSON.parse(out).map(({ email }: { email: string }) => email)
    assert.deepEqual([emails.includes('eve@navy.example'), emails.includes('cleo@navy.example')], [true, false])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
