import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { type GroupId, mustBeAdministrator, roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import {
  afterEach,
  assert,
  beforeEach,
  describe,
  prepareDirectory,
  runHere,
  TestOrganization,
  type TestServer,
  test,
} from '#test'
import { getAuditLog } from '../src/features/people/audit-log/api.ts'
import { updateMembers } from '../src/features/people/groups/api.ts'
import { groupsCache } from '../src/features/people/groups/cache.ts'
import { createField } from '../src/features/people/profile-fields/api.ts'
import { fieldTypes } from '../src/features/people/profile-fields/field-types.ts'
import type { Account } from '../src/features/people/users/account.ts'
import { changeRole } from '../src/features/people/users/actions/index.ts'
import { deactivateUser } from '../src/features/people/users/api.ts'
import { peopleCache } from '../src/features/people/users/cache.ts'
import { requestRun } from '../src/features/sign-in/directories/actions/runs.ts'
import { type Outcome, synchronize, type Wanted } from '../src/features/sign-in/directories/actions/synchronize.ts'
import {
  getDirectories,
  getRun,
  noSuchRun,
  type Run,
  runEnded,
  runUnderWay,
  startRun,
  stopRun,
} from '../src/features/sign-in/directories/api.ts'
import { withDirectory } from '../src/features/sign-in/directories/connection.ts'
import { synchronisations } from '../src/features/sign-in/directories/due.ts'
import { DirectoryServers } from './harness/directory-servers.ts'
import { Doorway, hasOpenLdap, type LdapPerson, OpenLdap, suffix } from './harness/openldap.ts'

if (!hasOpenLdap) console.warn('OpenLDAP is not there (scripts/install-openldap.sh): these tests are skipped')

describe.skipIf(!hasOpenLdap)('with OpenLDAP', () => {
  const servers = new DirectoryServers()
  afterEach(() => servers.close())

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

  test('over a thousand people are read in pages, and a second sync changes nothing', async () => {
    const staff = Array.from({ length: 1_010 }, (_, number) => ({
      uid: `p${number}`,
      name: `Person ${number}`,
      mail: `p${number}@company.example`,
    }))
    const large = await OpenLdap.start(staff)
    try {
      const all = large.described({ accounts: 'sync', page_size: 200 })
      const server = await servers.start(all)
      const { org } = await TestOrganization.found(server)
      const before = org.get(peopleCache).byId.size
      const tried = await sync(server, org, { isDryRun: true })
      assert.deepEqual([told(tried), org.get(peopleCache).byId.size], ['create 1010, people 1010', before])
      const done = await sync(server, org)
      assert.deepEqual([done.outcome, told(done)], ['done', 'create 1010, people 1010'])
      assert.equal(org.get(peopleCache).byId.size, before + 1_010)
      assert.deepEqual((await sync(server, org)).found, { counts: { people: 1_010 }, changes: [], problems: [] })
      // without paging, the directory doesn't return everyone
      const directory = await servers.read(all)
      const search = { filter: '(uid=*)', attributes: ['uid'] }
      await assert.rejects(
        withDirectory(directory, (connection) => connection.few(`ou=people,${suffix}`, search, 0)),
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
      // like Active Directory: binary, and no valid UTF-8
      ...{ sAMAccountName: uid, objectGUID: Buffer.from(`\xff\xfe${uid}`.padEnd(16), 'latin1') },
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

    test('people, profiles, pictures, groups, and roles follow the directory', async () => {
      await staff.group('makers', ['ada', 'bea'])
      await staff.group('chiefs', ['cid'])
      const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c83' } })
        .jpeg()
        .toBuffer()
      await staff.change('ada', { jpegPhoto: picture })
      const profile_fields = { Phone: 'telephoneNumber' }
      const server = await servers.start(staff.described({ accounts: 'sync', profile_fields, groups: groups() }))
      const { owner, org } = await TestOrganization.found(server)
      const { id: field } = await owner.call(createField, { field_type: fieldTypes.SHORT_TEXT.id, name: 'Phone' })
      const watch = await owner.register()
      const first = await sync(server, org)
      assert.deepEqual([first.outcome, first.found.problems], ['done', []])
      assert.equal(told(await sync(server, org)), 'people 8, profile 8, role 1')
      const find = (uid: string) => org.get(peopleCache).withDeliveryEmail(`${uid}@staff.example`)
      const [ada, bea, cid] = [find('ada'), find('bea'), find('cid')] as Account[]
      const membersOf = (name: string) => org.get(groupsCache).named(name)?.members
      assert.deepEqual([membersOf('Makers'), membersOf('Chiefs')], [[ada?.id, bea?.id], [cid?.id]])
      assert.deepEqual([cid?.role, ada?.avatarSource, ada?.profile[field]?.value], [roles.moderator, 'U', '+49 1'])
      // local changes are kept
      const local = owner.id
      await owner.call(updateMembers, {
        user_group_id: org.get(groupsCache).named('Makers')?.id as GroupId,
        add: [local],
      })

      await staff.change('ada', { mail: 'bea@staff.example', jpegPhoto: [] })
      await staff.change('bea', { mail: 'ada@staff.example', cn: 'Bea Renamed' })
      await staff.change('cid', { mail: 'new@staff.example', telephoneNumber: [] })
      await staff.group('makers', ['bea', 'dan'])
      await staff.group('chiefs', ['dan'])
      const tried = await sync(server, org, { isDryRun: true })
      assert.equal(org.get(peopleCache).byId.get(ada?.id as UserId)?.deliveryEmail, 'ada@staff.example')
      const done = await sync(server, org)
      assert.equal(told(done), told(tried))
      assert.equal(told(done), 'address 3, join 2, leave 2, name 1, people 8, picture 1, profile 1, role 2')
      const { byId } = org.get(peopleCache)
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

    test('missing or disabled users are deactivated, and return with the same account', async () => {
      const posix = groups({
        ...{ filter: '(objectClass=posixGroup)', member_attribute: 'memberUid', nested: false },
        map: [{ group: 'makers', user_group: 'Makers' }],
      })
      await staff.group('makers', ['EVE', 'fay', 'unknown'], 'posixGroup')
      const disabled_filter = '(employeeType=former)'
      const server = await servers.start(
        staff.described({
          ...{ kind: 'active-directory', user_filter: '(objectClass=testAccount)' },
          ...{ accounts: 'sync', disabled_filter, groups: posix },
        }),
      )
      const { owner, org } = await TestOrganization.found(server)
      await sync(server, org)
      const find = (uid: string) => org.get(peopleCache).withDeliveryEmail(`${uid}@staff.example`) as Account
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
      assert.deepEqual([find('eve').isActive, find('hal').isActive], [true, false])
      assert.deepEqual(
        uids.map((uid) => find(uid).id),
        before,
      )
      assert.deepEqual(org.get(groupsCache).named('Makers')?.members, [find('eve').id, find('fay').id])
    })

    test('a sync that would deactivate many, or the last owner, changes nothing', async () => {
      const server = await servers.start(staff.described({ accounts: 'sync' }))
      const { owner, org } = await TestOrganization.found(server)
      await sync(server, org)
      const find = (uid: string) => org.get(peopleCache).withDeliveryEmail(`${uid}@staff.example`) as Account
      await org.transact(null, (mutation) => changeRole(mutation, find('ada'), roles.owner))
      await org.transact(null, async (mutation) =>
        changeRole(mutation, mutation.get(peopleCache).byId.get(owner.id) as Account, roles.member),
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
      // an empty result is never trusted
      await staff.remove('bea', 'gil', 'hal')
      assert.match((await sync(server, org)).problem ?? '', /no one was found/)
    })

    test('a directory that fails or hangs midway changes nothing', async () => {
      const doorway = await Doorway.open(staff.port)
      const url = `ldap://127.0.0.1:${doorway.port}`
      const server = await servers.start(staff.described({ accounts: 'sync', url, page_size: 1, timeout_seconds: 0.5 }))
      const { org } = await TestOrganization.found(server)
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
      assert.equal(org.get(peopleCache).withDeliveryEmail('bea@staff.example')?.isActive, true)
      doorway.isSilent = false
      doorway.allow(Number.POSITIVE_INFINITY)
      assert.equal(told(await sync(server, org)), 'deactivate 1, name 1, people 7')
      await doorway.close()
    })

    test('administrators start a sync, and see its progress and result', async () => {
      const server = await servers.start(staff.described({ accounts: 'sync' }))
      const society = await TestOrganization.found(server)
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
      // when several find that it's due, one starts it
      await Promise.all([1, 2, 3].map(() => synchronisations.run(org, server.runtime, () => true)))
      const { directories, runs, every_minutes } = await ines.call(getDirectories, {})
      assert.deepEqual([directories[0]?.name, every_minutes, runs.length], ['company', 60, 2])
      const done = await ended(runs[0]?.id as number)
      assert.deepEqual([done.state, done.acting_user_id, done.counts.create], ['done', null, 8])
      await synchronisations.run(org, server.runtime, () => true)
      assert.equal((await ines.call(getDirectories, {})).runs.length, 2)
      const { entries } = await ada.call(getAuditLog, {})
      const [first] = entries.filter(({ action }) => action === 'directory sync')
      assert.deepEqual([first?.acting_user_id, first?.client, first?.params.create], [null, 'server', 8])
      assert.ok(entries.some(({ action }) => action === 'POST /directories/runs'))
      await ines.refused(stopRun, { run_id: trial }, runEnded)
      await ines.refused(getRun, { run_id: 999_999 }, noSuchRun)
      const { id: stopped } = await org.transact(null, (mutation) =>
        requestRun(mutation, { by: null, isDryRun: false, taken: new Date(server.runtime.now().getTime() + 60_000) }),
      )
      await ines.call(stopRun, { run_id: stopped })
      assert.equal((await ines.call(getRun, { run_id: stopped })).run.state, 'stopped')
    })

    test('the command line previews, runs, and reports on the sync', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'loquat-directory-sync-'))
      await prepareDirectory(folder)
      const wrong = join(staff.folder, 'wrong')
      await writeFile(wrong, 'not that')
      const files = {
        right: await servers.file(staff.described({ accounts: 'sync' })),
        wrong: await servers.file(staff.described({ bind_password_file: wrong })),
      }
      const run = (file: keyof typeof files, ...args: string[]) =>
        runHere(args, { environment: { LOQUAT_DATA_DIR: folder, LOQUAT_LDAP_FILE: files[file] } })
      const owner = ['--owner-name', 'Ada', '--owner-email', 'ada@x.example']
      assert.equal((await run('right', 'org', 'create', '--name', 'Team', ...owner)).code, 0)
      const tried = await run('right', 'directory', 'sync', '--dry-run')
      assert.match(tried.out, /^8 people in the directories; would change: create 8\ncreate +Staff ada/)
      const done = JSON.parse((await run('right', 'directory', 'sync', '--json')).out)
      assert.deepEqual([done.outcome, done.counts], ['done', { people: 8, create: 8 }])
      assert.match((await run('right', 'directory', 'sync')).out, /changed: nothing/)
      assert.match((await run('right', 'doctor')).out, /^ok +directories: company: 8 people$/m)
      const failed = await run('wrong', 'directory', 'sync')
      assert.deepEqual([failed.code, /company does not know bind_dn/.test(failed.err)], [1, true])
      assert.match((await run('wrong', 'doctor')).out, /^failed +directories: company does not know bind_dn/m)
      await rm(folder, { recursive: true })
    })
  })
})
