import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asUserId, roles, userDeactivated } from '#contract'
import { afterAll, afterEach, assert, beforeAll, describe, Person, TestOrganization, test } from '#test'
import { updateRules } from '../src/features/people/community-rules/api.ts'
import { getServerSettings } from '../src/features/people/organization/api.ts'
import { updateOrganization } from '../src/features/people/organization-settings/api.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { changePassword, changeRole } from '../src/features/people/users/actions/index.ts'
import { deactivateUser, reactivateUser } from '../src/features/people/users/api.ts'
import { hashPassword } from '../src/features/people/users/api-key.ts'
import { peopleCache } from '../src/features/people/users/cache.ts'
import { fetchApiKey } from '../src/features/people/users/key-api.ts'
import { directoryAbsent, wrongCredentials } from '../src/features/people/users/sign-in-errors.ts'
import { invitationNeeded } from '../src/features/sign-in/accounts/api.ts'
import { noAddress } from '../src/features/sign-in/directories/api.ts'
import { withDirectory } from '../src/features/sign-in/directories/connection.ts'
import { makeCertificate } from './harness/certificate.ts'
import { DirectoryServers } from './harness/directory-servers.ts'
import { Browser } from './harness/oidc.ts'
import { Doorway, dnOf, hasOpenLdap, OpenLdap } from './harness/openldap.ts'

if (!hasOpenLdap) console.warn('OpenLDAP is not there (scripts/install-openldap.sh): these tests are skipped')

describe.skipIf(!hasOpenLdap)('with OpenLDAP', () => {
  let ldap: OpenLdap
  const servers = new DirectoryServers()

  beforeAll(async () => {
    ldap = await OpenLdap.start([
      { uid: 'grace', name: 'Grace Hopper', mail: 'grace@company.example', password: 'nanosecond' },
      { uid: 'mary', name: 'Mary Ward', mail: 'shared@company.example', password: 'spectacles' },
      { uid: 'anne', name: 'Anne Ward', mail: 'shared@company.example', password: 'spectacles' },
      { uid: 'odd*(name)\\', name: 'Odd', mail: 'odd@company.example', password: 'pass*(word)\\ü' },
      { uid: 'nopassword', name: 'No Password', mail: 'nopassword@company.example' },
      { uid: 'nomail', name: 'No Mail', password: 'no letters' },
      { uid: 'gone', name: 'Gone', mail: 'gone@company.example', password: 'goodbye', userAccountControl: '514' },
    ])
  })
  afterAll(() => ldap.close())
  afterEach(() => servers.close())

  test('people from a directory are asked to accept the rules after they sign in', async () => {
    for (const accounts of ['sign-in', 'rules']) {
      const society = await TestOrganization.found(await servers.start(ldap.described({ accounts })))
      const { owner: ada, org, server, subdomain } = society
      await ada.call(updateRules, { text: 'Be kind.' })
      await ada.call(updateOrganization, { join_gate: 'rules', invite_required: false })
      const { user_id } = await ada.call(fetchApiKey, { username: 'grace', password: 'nanosecond' })
      const account = org.get(peopleCache).byId.get(asUserId(user_id)) as Account
      const { initial } = await new Person(server, org, subdomain, account).register('community_rules')
      assert.deepEqual(initial.community_rules, { version: 1, required_version: 0, accepted_version: 0 })
    }
  })

  const open = { accounts: 'sign-in' }
  const statusOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 200,
      (problem: { status?: number }) => problem.status,
    )

  test('only people in the directory can sign in, with their directory passwords', async () => {
    const { owner: ada } = await TestOrganization.found(
      await servers.start(ldap.described({ ...open, disabled_bits: { attribute: 'userAccountControl', bits: 2 } })),
    )
    const { authentication_methods: methods, require_email_format_usernames } = await ada.call(getServerSettings, {})
    assert.deepEqual([methods.ldap, methods.password, require_email_format_usernames], [true, true, false])
    const first = await ada.call(fetchApiKey, { username: 'grace', password: 'nanosecond' })
    const again = await ada.call(fetchApiKey, { username: 'Grace@company.example', password: 'nanosecond' })
    assert.deepEqual([first.email, again.user_id], ['grace@company.example', first.user_id])
    // special characters in filters are escaped
    const odd = await ada.call(fetchApiKey, { username: 'odd*(name)\\', password: 'pass*(word)\\ü' })
    assert.equal(odd.email, 'odd@company.example')
    for (const [username, password] of [
      ['grace', 'wrong'],
      ['grace', ''],
      ['nopassword', 'anything'],
      ['', ''],
      ['nobody', 'nanosecond'],
      ['*)(uid=*', 'nanosecond'],
      ['*', 'nanosecond'],
      ['grace)(objectClass=*', 'nanosecond'],
      ['shared@company.example', 'spectacles'],
    ] as const)
      await ada.refused(fetchApiKey, { username, password }, wrongCredentials)
    await ada.refused(fetchApiKey, { username: 'gone', password: 'wrong' }, wrongCredentials)
    await ada.refused(fetchApiKey, { username: 'gone', password: 'goodbye' }, userDeactivated)
    await ada.refused(fetchApiKey, { username: 'nomail', password: 'no letters' }, noAddress)
  })

  test('accounts are created, found, or refused as the settings say', async () => {
    const server = await servers.start(ldap.described())
    const { owner: ada, org, subdomain } = await TestOrganization.found(server)
    const grace = { username: 'grace', password: 'nanosecond' }
    await ada.refused(fetchApiKey, grace, invitationNeeded)
    await ada.call(updateOrganization, { invite_required: false })
    const { user_id, api_key } = await ada.call(fetchApiKey, grace)
    const account = org.get(peopleCache).byId.get(asUserId(user_id)) as Account
    assert.deepEqual([account.fullName, account.role], ['Grace Hopper', roles.member])
    // a user deactivated by an administrator stays deactivated, and is found by address when reactivated
    await ada.call(deactivateUser, { user_id: account.id })
    await ada.refused(fetchApiKey, grace, userDeactivated)
    await ada.call(reactivateUser, { user_id: account.id })
    assert.equal((await ada.call(fetchApiKey, grace)).user_id, user_id)
    await ldap.rename('grace', 'murray')
    await ldap.change('murray', { mail: 'murray@company.example' })
    assert.equal((await ada.call(fetchApiKey, { ...grace, username: 'murray' })).api_key, api_key)
    await ada.refused(fetchApiKey, grace, wrongCredentials)
    await ldap.rename('murray', 'grace')
    await ldap.change('grace', { mail: 'grace@company.example' })
    // local passwords don't open accounts managed by the directory, except an owner's
    const graceHere = new Person(server, org, subdomain, { ...account, apiKey: api_key })
    await org.transact(null, async (mutation) =>
      changePassword(
        mutation,
        mutation.get(peopleCache).byId.get(account.id) as Account,
        await hashPassword('from here'),
      ),
    )
    await ada.refused(fetchApiKey, { username: graceHere.email, password: 'from here' }, wrongCredentials)
    await org.transact(null, (mutation) =>
      changeRole(mutation, mutation.get(peopleCache).byId.get(account.id) as Account, roles.owner),
    )
    assert.equal((await ada.call(fetchApiKey, { username: graceHere.email, password: 'from here' })).user_id, user_id)
  })

  test('passwords are sent only over TLS with a trusted certificate', async () => {
    const strange = join(ldap.folder, 'strange.pem')
    await writeFile(strange, makeCertificate(['localhost']).cert)
    const ca_file = ldap.caFile
    const ldaps = `ldaps://localhost:${ldap.tlsPort}`
    for (const [more, isBelieved] of [
      [{ url: ldaps, ca_file }, true],
      [{ start_tls: true, ca_file }, true],
      [{ url: ldaps }, false],
      [{ start_tls: true }, false],
      [{ url: ldaps, ca_file: strange }, false],
      [{ start_tls: true, ca_file: strange }, false],
    ] as const) {
      const directory = await servers.read(ldap.described(more))
      const asked = withDirectory(directory, (connection) => connection.binds(dnOf('grace'), 'nanosecond'))
      if (isBelieved) assert.equal(await asked, true)
      else await assert.rejects(asked, { name: 'Error', kind: 'absent', message: /SELF_SIGNED/ })
    }
  })

  test('while the directory is slow or down, only local passwords work', async () => {
    const silent = await Doorway.open()
    const url = `ldap://127.0.0.1:${silent.port}`
    const { owner: ada } = await TestOrganization.found(
      await servers.start(ldap.described({ ...open, url, timeout_seconds: 0.2 })),
    )
    const signIn = (username: string, password: string) => ada.call(fetchApiKey, { username, password })
    for (const state of ['slow', 'gone']) {
      if (state === 'gone') await silent.close()
      assert.equal((await signIn(ada.email, 'correct horse battery')).user_id, ada.id)
      for (const username of ['grace', ada.email])
        assert.equal(await statusOf(signIn(username, 'nanosecond')), directoryAbsent.status)
    }
    // when LDAP sign-in is off, the directory isn't asked
    await ada.call(updateOrganization, { authentication_methods: { LDAP: false } })
    await ada.refused(fetchApiKey, { username: 'grace', password: 'nanosecond' }, wrongCredentials)
    await ada.call(updateOrganization, { authentication_methods: { LDAP: true, Email: false } })
    assert.equal(await statusOf(signIn(ada.email, 'correct horse battery')), directoryAbsent.status)
    await ada.refused(fetchApiKey, { username: ada.email, password: '' }, wrongCredentials)
  })

  test('the sign-in form asks for a name, and starts a session', async () => {
    const server = await servers.start(ldap.described(open))
    const { org } = await TestOrganization.found(server)
    const browser = new Browser(server, org)
    const { body } = await browser.get('/accounts/login')
    assert.match(body.toString('utf8'), /<input id="username" name="username" type="text"/)
    const wrong = await browser.post('/accounts/login', { username: 'grace', password: 'wrong' })
    assert.deepEqual([wrong.status, wrong.headers['set-cookie']], [401, undefined])
    const answer = await browser.post('/accounts/login', { username: 'grace', password: 'nanosecond' })
    assert.match(String(answer.headers['set-cookie']), /session=/)
  })
})
