import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { asUserId, type GroupId, mustBeAdministrator, roles, type UserId, userDeactivated } from '#contract'
import { readConfig } from '#platform/config'
import type { Organization } from '#platform/organization'
import {
  afterAll,
  afterEach,
  assert,
  beforeAll,
  beforeEach,
  describe,
  Person,
  startServer,
  TestOrganization,
  type TestServer,
  test,
} from '#test'
import { invitationNeeded } from '../src/areas/accounts/api.ts'
import { getAuditLog } from '../src/areas/audit-log/api.ts'
import { requestRun } from '../src/areas/directories/actions/runs.ts'
import { type Outcome, synchronize, type Wanted } from '../src/areas/directories/actions/synchronize.ts'
import {
  getDirectories,
  getRun,
  noAddress,
  noSuchRun,
  type Run,
  runEnded,
  runUnderWay,
  startRun,
  stopRun,
} from '../src/areas/directories/api.ts'
import { withDirectory } from '../src/areas/directories/connection.ts'
import type { Directory } from '../src/areas/directories/directory.ts'
import { directoriesIn } from '../src/areas/directories/directory-file.ts'
import { synchronisations } from '../src/areas/directories/due.ts'
import { updateMembers } from '../src/areas/groups/api.ts'
import { groupsMirror } from '../src/areas/groups/mirror.ts'
import { getServerSettings } from '../src/areas/organization/api.ts'
import { updateOrganization } from '../src/areas/organization-settings/api.ts'
import { createField } from '../src/areas/profile-fields/api.ts'
import { fieldTypes } from '../src/areas/profile-fields/field-types.ts'
import type { Account } from '../src/areas/users/account.ts'
import { changePassword, changeRole } from '../src/areas/users/actions/index.ts'
import { deactivateUser, fetchApiKey, reactivateUser } from '../src/areas/users/api.ts'
import { hashPassword } from '../src/areas/users/api-key.ts'
import { directoryAbsent, wrongCredentials } from '../src/areas/users/errors.ts'
import { peopleMirror } from '../src/areas/users/mirror.ts'
import { options } from '../src/command/options.ts'
import { makeCertificate } from './harness/certificate.ts'
import { Browser } from './harness/oidc.ts'
import { Doorway, dnOf, hasOpenLdap, type LdapPerson, OpenLdap, suffix } from './harness/openldap.ts'

if (!hasOpenLdap) console.warn('OpenLDAP is not there (scripts/install-openldap.sh): these tests are skipped')

describe.skipIf(!hasOpenLdap)('with OpenLDAP', () => {
  let ldap: OpenLdap
  let files = 0
  const servers: TestServer[] = []

  beforeAll(async () => {
    ldap = await OpenLdap.start([
      { uid: 'grace', name: 'Grace Hopper', mail: 'grace@company.example', password: 'nanosecond' },
      { uid: 'mary', name: 'Mary Ward', mail: 'shared@company.example', password: 'spectacles' },
      { uid: 'anne', name: 'Anne Ward', mail: 'shared@company.example', password: 'spectacles' },
      { uid: 'odd*(name)\\', name: 'Odd', mail: 'odd@company.example', password: 'pass*(word)\\ü' },
      { uid: 'nomail', name: 'No Mail', password: 'no letters' },
      { uid: 'gone', name: 'Gone', mail: 'gone@company.example', password: 'goodbye', userAccountControl: '514' },
    ])
  })
  afterAll(() => ldap.close())
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  async function ldapFile(directories: readonly object[]): Promise<string> {
    const file = join(ldap.folder, `${files++}.json`)
    await writeFile(file, JSON.stringify(directories))
    return file
  }
  const directoriesWith = async (...directories: object[]) =>
    directoriesIn(readConfig(options, { ldapFile: await ldapFile(directories) }, {}))

  /** A server that asks the directory, in the ways that a test wants. */
  async function serverWith(...directories: object[]): Promise<TestServer> {
    const server = await startServer({ ldapFile: await ldapFile(directories), logLevel: 'silent' })
    servers.push(server)
    return server
  }
  const foundAt = (server: TestServer) => TestOrganization.found(server)
  const open = { accounts: 'sign-in' }
  const statusOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => 200,
      (problem: { status?: number }) => problem.status,
    )

  test('people sign in with what the directory knows, and nobody else does', async () => {
    const { owner: ada } = await foundAt(
      await serverWith(ldap.described({ ...open, disabled_bits: { attribute: 'userAccountControl', bits: 2 } })),
    )
    const { authentication_methods: methods, require_email_format_usernames } = await ada.call(getServerSettings, {})
    assert.deepEqual([methods.ldap, methods.password, require_email_format_usernames], [true, true, false])
    const first = await ada.call(fetchApiKey, { username: 'grace', password: 'nanosecond' })
    const again = await ada.call(fetchApiKey, { username: 'Grace@company.example', password: 'nanosecond' })
    assert.deepEqual([first.email, again.user_id], ['grace@company.example', first.user_id])
    // signs that mean something in filters are nothing but signs
    const odd = await ada.call(fetchApiKey, { username: 'odd*(name)\\', password: 'pass*(word)\\ü' })
    assert.equal(odd.email, 'odd@company.example')
    for (const [username, password] of [
      ['grace', 'wrong'],
      ['grace', ''],
      ['', ''],
      ['nobody', 'nanosecond'],
      ['*)(uid=*', 'nanosecond'],
      ['*', 'nanosecond'],
      ['grace)(objectClass=*', 'nanosecond'],
      // two entries have that address
      ['shared@company.example', 'spectacles'],
    ] as const)
      await ada.refused(fetchApiKey, { username, password }, wrongCredentials)
    await ada.refused(fetchApiKey, { username: 'gone', password: 'wrong' }, wrongCredentials)
    await ada.refused(fetchApiKey, { username: 'gone', password: 'goodbye' }, userDeactivated)
    await ada.refused(fetchApiKey, { username: 'nomail', password: 'no letters' }, noAddress)
  })

  test('an account is made, found or refused as the organization and the options say', async () => {
    const server = await serverWith(ldap.described())
    const { owner: ada, org, subdomain } = await foundAt(server)
    const grace = { username: 'grace', password: 'nanosecond' }
    await ada.refused(fetchApiKey, grace, invitationNeeded)
    await ada.call(updateOrganization, { invite_required: false })
    const { user_id, api_key } = await ada.call(fetchApiKey, grace)
    const account = org.get(peopleMirror).byId.get(asUserId(user_id)) as Account
    assert.deepEqual([account.fullName, account.role], ['Grace Hopper', roles.member])
    // whom an administrator sends away stays away, and is found by the address when brought back
    await ada.call(deactivateUser, { user_id: account.id })
    await ada.refused(fetchApiKey, grace, userDeactivated)
    await ada.call(reactivateUser, { user_id: account.id })
    assert.equal((await ada.call(fetchApiKey, grace)).user_id, user_id)
    // another name and address are still the same person
    await ldap.rename('grace', 'murray')
    await ldap.change('murray', { mail: 'murray@company.example' })
    assert.equal((await ada.call(fetchApiKey, { ...grace, username: 'murray' })).api_key, api_key)
    await ada.refused(fetchApiKey, grace, wrongCredentials)
    await ldap.rename('murray', 'grace')
    await ldap.change('grace', { mail: 'grace@company.example' })
    // a password from here opens no account that the directory decides about, but an owner's
    const graceHere = new Person(server, org, subdomain, { ...account, apiKey: api_key })
    await org.write(null, async (act) =>
      changePassword(act, act.get(peopleMirror).byId.get(account.id) as Account, await hashPassword('from here')),
    )
    await ada.refused(fetchApiKey, { username: graceHere.email, password: 'from here' }, wrongCredentials)
    await org.write(null, (act) => changeRole(act, act.get(peopleMirror).byId.get(account.id) as Account, roles.owner))
    assert.equal((await ada.call(fetchApiKey, { username: graceHere.email, password: 'from here' })).user_id, user_id)
  })

  test('passwords travel by TLS with a certificate that is believed, or not at all', async () => {
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
      const [directory] = await directoriesWith(ldap.described(more))
      const asked = withDirectory(directory as Directory, (connection) => connection.binds(dnOf('grace'), 'nanosecond'))
      if (isBelieved) assert.equal(await asked, true)
      else await assert.rejects(asked, { name: 'Error', kind: 'absent', message: /SELF_SIGNED/ })
    }
  })

  test('while the directory is slow or gone only passwords from here open accounts', async () => {
    const silent = await Doorway.open()
    const url = `ldap://127.0.0.1:${silent.port}`
    const { owner: ada } = await foundAt(await serverWith(ldap.described({ ...open, url, timeout_seconds: 0.2 })))
    const signIn = (username: string, password: string) => ada.call(fetchApiKey, { username, password })
    for (const state of ['slow', 'gone']) {
      if (state === 'gone') await silent.close()
      assert.equal((await signIn(ada.email, 'correct horse battery')).user_id, ada.id)
      for (const username of ['grace', ada.email])
        assert.equal(await statusOf(signIn(username, 'nanosecond')), directoryAbsent.status)
    }
    // where nobody signs in that way, nobody is asked
    await ada.call(updateOrganization, { authentication_methods: { LDAP: false } })
    await ada.refused(fetchApiKey, { username: 'grace', password: 'nanosecond' }, wrongCredentials)
    await ada.call(updateOrganization, { authentication_methods: { LDAP: true, Email: false } })
    assert.equal(await statusOf(signIn(ada.email, 'correct horse battery')), directoryAbsent.status)
    await ada.refused(fetchApiKey, { username: ada.email, password: '' }, wrongCredentials)
  })

  test('the form asks for a name, and who has signed in there has a session', async () => {
    const server = await serverWith(ldap.described(open))
    const { org } = await foundAt(server)
    const browser = new Browser(server, org)
    const { body } = await browser.get('/accounts/login')
    assert.match(body.toString('utf8'), /<input id="username" name="username" type="text"/)
    const wrong = await browser.post('/accounts/login', { username: 'grace', password: 'wrong' })
    assert.deepEqual([wrong.status, wrong.headers['set-cookie']], [401, undefined])
    const answer = await browser.post('/accounts/login', { username: 'grace', password: 'nanosecond' })
    assert.match(String(answer.headers['set-cookie']), /session=/)
  })

  /** Brings an organization in line, beside the API. */
  const sync = (server: TestServer, org: Organization, more: Partial<Wanted> = {}, tell = () => {}) =>
    synchronize(
      {
        ...{ config: server.runtime.config, blobs: server.runtime.blobs, org },
        isDryRun: false,
        anyNumber: false,
        ...more,
      },
      tell,
    )
  const summed = (person: Account | undefined) =>
    person && [person.fullName, person.deliveryEmail, person.isActive, person.role]
  /** `create 8, people 8` */
  const told = ({ found }: Outcome) =>
    Object.entries(found.counts)
      .map((one) => one.join(' '))
      .sort()
      .join(', ')

  test('more than a thousand people come in pages, and nothing changes afterwards', async () => {
    const staff = Array.from({ length: 1_010 }, (_, number) => ({
      uid: `p${number}`,
      name: `Person ${number}`,
      mail: `p${number}@company.example`,
    }))
    const large = await OpenLdap.start(staff)
    try {
      const all = large.described({ accounts: 'sync', page_size: 200 })
      const server = await serverWith(all)
      const { org } = await foundAt(server)
      const before = org.get(peopleMirror).byId.size
      const tried = await sync(server, org, { isDryRun: true })
      assert.deepEqual([told(tried), org.get(peopleMirror).byId.size], ['create 1010, people 1010', before])
      const started = performance.now()
      const done = await sync(server, org)
      const took = performance.now() - started
      assert.deepEqual([done.outcome, told(done)], ['done', 'create 1010, people 1010'])
      assert.equal(org.get(peopleMirror).byId.size, before + 1_010)
      assert.deepEqual((await sync(server, org)).found, { counts: { people: 1_010 }, changes: [], problems: [] })
      if (process.env.LOQUAT_FIGURES) console.info(`1,010 people were taken in within ${Math.round(took)} ms`)
      // without pages the directory tells nobody all of it
      const [directory] = await directoriesWith(all)
      const search = { filter: '(uid=*)', attributes: ['uid'] }
      await assert.rejects(
        withDirectory(directory as Directory, (connection) => connection.few(`ou=people,${suffix}`, search, 0)),
        /SizeLimitExceeded/,
      )
    } finally {
      await large.close()
    }
  })

  describe('with a small staff', () => {
    let staff: OpenLdap
    const uids = ['ada', 'bea', 'cid', 'dan', 'eve', 'fay', 'gil', 'hal']
    const member = (uid: string): LdapPerson => ({
      ...{ uid, name: `Staff ${uid}`, mail: `${uid}@staff.example`, telephoneNumber: '+49 1' },
    })
    beforeEach(async () => {
      staff = await OpenLdap.start(uids.map(member))
    })
    afterEach(() => staff.close())
    const groups = (more: object = {}) => ({
      base: `ou=groups,${suffix}`,
      map: [
        { group: 'makers', user_group: 'Makers' },
        { group: 'chiefs', user_group: 'Chiefs', role: 'moderator' },
      ],
      ...more,
    })

    test('people, profiles, pictures, groups and roles follow the directory', async () => {
      await staff.group('makers', ['ada', 'bea'])
      await staff.group('chiefs', ['cid'])
      const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c83' } })
        .jpeg()
        .toBuffer()
      await staff.change('ada', { jpegPhoto: picture })
      const profile_fields = { Phone: 'telephoneNumber' }
      const server = await serverWith(staff.described({ accounts: 'sync', profile_fields, groups: groups() }))
      const { owner, org } = await foundAt(server)
      const { id: field } = await owner.call(createField, { field_type: fieldTypes.SHORT_TEXT.id, name: 'Phone' })
      const watch = await owner.register()
      const first = await sync(server, org)
      assert.deepEqual([first.outcome, first.found.problems], ['done', []])
      // fields are filled of those who are there
      assert.equal(told(await sync(server, org)), 'people 8, profile 8, role 1')
      const find = (uid: string) => org.get(peopleMirror).withDeliveryEmail(`${uid}@staff.example`)
      const [ada, bea, cid] = [find('ada'), find('bea'), find('cid')] as Account[]
      const membersOf = (name: string) => org.get(groupsMirror).named(name)?.members
      assert.deepEqual([membersOf('Makers'), membersOf('Chiefs')], [[ada?.id, bea?.id], [cid?.id]])
      assert.deepEqual([cid?.role, ada?.avatarSource, ada?.profile[field]?.value], [roles.moderator, 'U', '+49 1'])
      // what is added here stays beside it
      const local = owner.id
      await owner.call(updateMembers, {
        user_group_id: org.get(groupsMirror).named('Makers')?.id as GroupId,
        add: [local],
      })

      await staff.change('ada', { mail: 'bea@staff.example', jpegPhoto: [] })
      await staff.change('bea', { mail: 'ada@staff.example', cn: 'Bea Renamed' })
      await staff.change('cid', { mail: 'new@staff.example', telephoneNumber: [] })
      await staff.group('makers', ['bea', 'dan'])
      await staff.group('chiefs', ['dan'])
      const tried = await sync(server, org, { isDryRun: true })
      assert.equal(org.get(peopleMirror).byId.get(ada?.id as UserId)?.deliveryEmail, 'ada@staff.example')
      const done = await sync(server, org)
      assert.equal(told(done), told(tried))
      assert.equal(told(done), 'address 3, join 2, leave 2, name 1, people 8, picture 1, profile 1, role 2')
      const { byId } = org.get(peopleMirror)
      assert.deepEqual(
        [ada, bea, cid].map((one) => summed(byId.get(one?.id as UserId))?.slice(0, 2)),
        [
          ['Staff ada', 'bea@staff.example'],
          ['Bea Renamed', 'ada@staff.example'],
          ['Staff cid', 'new@staff.example'],
        ],
      )
      const dan = find('dan') as Account
      assert.deepEqual([membersOf('Makers'), membersOf('Chiefs')], [[local, bea?.id, dan.id], [dan.id]])
      assert.deepEqual([byId.get(cid?.id as UserId)?.role, dan.role], [roles.member, roles.moderator])
      assert.notEqual(byId.get(ada?.id as UserId)?.avatarSource, 'U')
      assert.equal(told(await sync(server, org)), 'people 8')
      await watch.agreesWithFreshRegister()
    })

    test('who is gone or disabled is deactivated, and comes back with the same account', async () => {
      const disabled_bits = { attribute: 'userAccountControl', bits: 2 }
      const posix = groups({ member_attribute: 'memberUid', map: [{ group: 'makers', user_group: 'Makers' }] })
      await staff.group('makers', ['EVE', 'fay', 'unknown'], 'posixGroup')
      const disabled_filter = '(employeeType=former)'
      const server = await serverWith(
        staff.described({ accounts: 'sync', disabled_bits, disabled_filter, groups: posix }),
      )
      const { owner, org } = await foundAt(server)
      await sync(server, org)
      const find = (uid: string) => org.get(peopleMirror).withDeliveryEmail(`${uid}@staff.example`) as Account
      const before = uids.map((uid) => find(uid).id)
      await staff.change('eve', { userAccountControl: '514' })
      await staff.change('fay', { employeeType: 'former' })
      await staff.remove('gil')
      await owner.call(deactivateUser, { user_id: find('hal').id })
      assert.equal(told(await sync(server, org)), 'deactivate 3, people 7')
      assert.deepEqual(
        ['dan', 'eve', 'fay', 'gil', 'hal'].map((uid) => find(uid).isActive),
        [true, false, false, false, false],
      )
      await staff.change('eve', { userAccountControl: '512' })
      await staff.change('fay', { employeeType: [] })
      assert.equal(told(await sync(server, org)), 'people 7, reactivate 2')
      // whom an administrator has sent away stays away
      assert.deepEqual([find('eve').isActive, find('hal').isActive], [true, false])
      assert.deepEqual(
        uids.map((uid) => find(uid).id),
        before,
      )
      assert.deepEqual(org.get(groupsMirror).named('Makers')?.members, [find('eve').id, find('fay').id])
    })

    test('a directory that would deactivate many does nothing, and never takes the last owner', async () => {
      const server = await serverWith(staff.described({ accounts: 'sync' }))
      const { owner, org } = await foundAt(server)
      await sync(server, org)
      const find = (uid: string) => org.get(peopleMirror).withDeliveryEmail(`${uid}@staff.example`) as Account
      await org.write(null, (act) => changeRole(act, find('ada'), roles.owner))
      await org.write(null, async (act) =>
        changeRole(act, act.get(peopleMirror).byId.get(owner.id) as Account, roles.member),
      )
      await staff.change('bea', { cn: 'Bea Renamed' })
      await staff.remove('ada', 'cid', 'dan', 'eve', 'fay')
      const tried = await sync(server, org, { isDryRun: true })
      const held = await sync(server, org)
      for (const one of [tried, held]) {
        assert.equal(one.outcome, 'held back')
        assert.match(one.problem ?? '', /5 of 8 accounts would have been deactivated, and at most 20 %/)
      }
      assert.deepEqual([find('ada').isActive, find('bea').fullName, held.hasChanges], [true, 'Staff bea', false])
      const forced = await sync(server, org, { anyNumber: true })
      assert.equal(told(forced), 'deactivate 4, name 1, people 3, problems 1')
      assert.deepEqual([find('ada').isActive, find('cid').isActive], [true, false])
      // nobody at all is never believed
      await staff.remove('bea', 'gil', 'hal')
      assert.match((await sync(server, org)).problem ?? '', /nobody was found/)
    })

    test('a directory that ends or falls silent in between changes nothing', async () => {
      const doorway = await Doorway.open(staff.port)
      const url = `ldap://127.0.0.1:${doorway.port}`
      const server = await serverWith(staff.described({ accounts: 'sync', url, page_size: 1, timeout_seconds: 0.5 }))
      const { org } = await foundAt(server)
      await sync(server, org)
      await staff.change('ada', { cn: 'Ada Renamed' })
      await staff.remove('bea')
      doorway.allow(1_500)
      let read = 0
      const ended = await synchronize(
        { config: server.runtime.config, blobs: server.runtime.blobs, org, isDryRun: false, anyNumber: false },
        ({ people }) => {
          read = people
        },
      )
      assert.ok(read > 0 && read < 7, String(read))
      assert.deepEqual([ended.outcome, ended.hasChanges], ['failed', false])
      assert.match(ended.problem ?? '', /^company (has ended the connection|takes too long|cannot be reached)/)
      doorway.allow(1_500)
      doorway.isSilent = true
      assert.match((await sync(server, org)).problem ?? '', /^company takes too long/)
      assert.equal(org.get(peopleMirror).withDeliveryEmail('bea@staff.example')?.isActive, true)
      doorway.isSilent = false
      doorway.allow(Number.POSITIVE_INFINITY)
      assert.equal(told(await sync(server, org)), 'deactivate 1, name 1, people 7')
      await doorway.close()
    })

    test('administrators ask for it, hear how far it is, and see what became of it', async () => {
      const server = await serverWith(staff.described({ accounts: 'sync' }))
      const society = await foundAt(server)
      const { owner: ada, org } = society
      const [ines, ben] = [await society.join('Ines', roles.administrator), await society.join('Ben')]
      await ben.refused(getDirectories, {}, mustBeAdministrator)
      await ben.refused(startRun, {}, mustBeAdministrator)
      const watch = await ines.register('directory_run')
      const { id: trial } = await ines.call(startRun, { dry_run: true })
      await ines.refused(startRun, {}, runUnderWay)
      const ended = async (run_id: number) => {
        for (;;) {
          await server.runtime.timer.wake().catch(() => {})
          const { run } = await ines.call(getRun, { run_id })
          if (run.ended_at !== null) return run
          await pause(20)
        }
      }
      const tried = await ended(trial)
      assert.deepEqual([tried.state, tried.dry_run, tried.people, tried.counts.create], ['done', true, 8, 8])
      assert.deepEqual([tried.changes.length, tried.changes[0]?.kind], [8, 'create'])
      const states = (await watch.of('directory_run')).map(({ run }) => (run as Run).state)
      assert.deepEqual([states[0], states.at(-1)], ['waiting', 'done'])
      // of several who find that it is time, one asks
      await Promise.all([1, 2, 3].map(() => synchronisations.run(org, server.runtime)))
      const { directories, runs, every_minutes } = await ines.call(getDirectories, {})
      assert.deepEqual([directories[0]?.name, every_minutes, runs.length], ['company', 60, 2])
      const done = await ended(runs[0]?.id as number)
      assert.deepEqual([done.state, done.acting_user_id, done.counts.create], ['done', null, 8])
      await synchronisations.run(org, server.runtime)
      assert.equal((await ines.call(getDirectories, {})).runs.length, 2)
      const { entries } = await ada.call(getAuditLog, {})
      const [first] = entries.filter(({ action }) => action === 'directory sync')
      assert.deepEqual([first?.acting_user_id, first?.client, first?.params.create], [null, 'server', 8])
      assert.ok(entries.some(({ action }) => action === 'POST /directories/runs'))
      await ines.refused(stopRun, { run_id: trial }, runEnded)
      await ines.refused(getRun, { run_id: 999_999 }, noSuchRun)
      // one that waits can be stopped
      const { id: stopped } = await org.write(null, (act) =>
        requestRun(act, { by: null, isDryRun: false, taken: new Date(server.runtime.now().getTime() + 60_000) }),
      )
      await ines.call(stopRun, { run_id: stopped })
      assert.equal((await ines.call(getRun, { run_id: stopped })).run.state, 'stopped')
    })
  })
})
