import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { botTypes, roles, userDeactivated } from '#contract'
import { readConfig } from '#platform/config'
import { afterAll, assert, beforeAll, Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { options } from '../../../command/options.ts'
import { foundOrganization } from '../../people/organization-settings/actions/found.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { wrongCredentials } from '../../people/users/sign-in-errors.ts'
import { badToken, fetchApiKeyByToken, noEmailInToken, tokensOff } from './api.ts'
import { jwtKeys } from './jwt-keys.ts'

const secret = 'a secret that both of them share, and nobody else'
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string

let server: TestServer
const file = join(tmpdir(), `loquat-jwt-${process.pid}.json`)
beforeAll(async () => {
  const keys = { shared: { key: secret }, signing: { key: pem, algorithms: ['ES256'] } }
  await writeFile(file, JSON.stringify(keys))
  server = await startServer({ jwtKeysFile: file })
})
afterAll(() => server.close())

async function societyAt(subdomain: string): Promise<TestOrganization> {
  const made = { full_name: 'Ada', email: `ada@${subdomain}.example`, password: 'correct horse battery' }
  const { org, owner } = await foundOrganization(server.runtime, { name: 'Society', subdomain, owner: made })
  return new TestOrganization(server, subdomain, org, new Person(server, org, subdomain, owner))
}

const shared = (claims: object, key = secret, alg = 'HS256') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key))
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

test('a program with a shared key gets API keys for addresses it signs', async () => {
  const society = await societyAt('shared')
  const { owner: ada } = society
  const ben = await society.join('Ben')
  const bot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const token = await shared({ email: ben.email.toUpperCase() })
  const answer = await ada.call(fetchApiKeyByToken, { token })
  assert.deepEqual([answer.api_key, answer.email, answer.user], [ben.apiKey, ben.email, undefined])
  const { user } = await ada.call(fetchApiKeyByToken, { token, include_profile: true })
  assert.deepEqual([user?.user_id, user?.delivery_email], [ben.id, ben.email])
  const now = Math.floor(Date.now() / 1000)
  const { email } = ben
  for (const bad of [
    'x',
    await shared({ email }, 'another secret that is as long as it has to be'),
    await shared({ email }, secret, 'HS512'),
    await shared({ email, exp: now - 60 }),
    await shared({ email, nbf: now + 600 }),
    unsigned({ email }),
  ])
    await ada.refused(fetchApiKeyByToken, { token: bad }, badToken)
  for (const claims of [{}, { email: '' }, { email: 7 }])
    await ada.refused(fetchApiKeyByToken, { token: await shared(claims) }, noEmailInToken)
  for (const nobody of ['nobody@example.org', bot.email])
    await ada.refused(fetchApiKeyByToken, { token: await shared({ email: nobody }) }, wrongCredentials)
  await ada.call(deactivateUser, { user_id: ben.id })
  await ada.refused(fetchApiKeyByToken, { token }, userDeactivated)
})

test("a public key verifies signatures, but isn't accepted as a shared secret", async () => {
  const { owner: ada } = await societyAt('signing')
  const claims = { email: ada.email }
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
  assert.equal((await ada.call(fetchApiKeyByToken, { token })).api_key, ada.apiKey)
  for (const bad of [await shared(claims), await shared(claims, pem)])
    await ada.refused(fetchApiKeyByToken, { token: bad }, badToken)
})

test('an organization without a key accepts no tokens', async () => {
  const { owner: ada } = await societyAt('neither')
  await ada.refused(fetchApiKeyByToken, { token: await shared({ email: ada.email }) }, tokensOff)
})

test('invalid keys are refused at startup without being shown', async () => {
  const refused = async (content: string, why: RegExp) => {
    await writeFile(file, content)
    assert.throws(
      () => jwtKeys(readConfig(options, { jwtKeysFile: file }, {})),
      (error: Error) => why.test(error.message) && !error.message.includes('hush'),
    )
  }
  await refused('hush', /is not JSON/)
  await refused('{"": {"key": "hush"}}', /32 characters/)
  await refused(JSON.stringify({ lab: { key: 'hush'.repeat(10), algorithms: ['RS256'] } }), /lab.key.*PEM/)
  await refused(JSON.stringify({ lab: { key: pem, algorithms: ['HS256', 'ES256'] } }), /lab.algorithms/)
  await refused(JSON.stringify({ lab: { key: 'hush'.repeat(10), algorithms: ['none'] } }), /algorithms/)
  assert.throws(() => jwtKeys(readConfig(options, { jwtKeysFile: '/none' }, {})), /ENOENT/)
  await assert.rejects(startServer({ jwtKeysFile: '/none' }), /ENOENT/)
})
