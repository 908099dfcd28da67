import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#platform/config'
import { afterAll, assert, beforeAll, test } from '#test'
import { options } from '../../../command/options.ts'
import { directoriesIn } from './directory-file.ts'
import { nextOfRange, sameName, valuesOf } from './entry.ts'
import { allOf, equals, inChain, isFilter } from './filter.ts'
import { personIn } from './person.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-ldap-file-'))
  await writeFile(join(folder, 'password'), 'secret of the reader\n')
})
afterAll(() => rm(folder, { recursive: true }))

const least = () => ({
  name: 'company',
  url: 'ldaps://ldap.example.org',
  bind_dn: 'cn=reader,dc=example,dc=org',
  bind_password_file: join(folder, 'password'),
  base: 'ou=people,dc=example,dc=org',
})

async function read(content: unknown) {
  const ldapFile = join(folder, 'ldap.json')
  await writeFile(ldapFile, typeof content === 'string' ? content : JSON.stringify(content))
  return directoriesIn(readConfig(options, { ldapFile }, {}))
}

test('a short configuration is completed with defaults for the kind of directory', async () => {
  const [open] = await read([least()])
  assert.deepEqual([open?.uniqueId, open?.loginAttributes, open?.control], ['entryUUID', ['uid', 'mail'], null])
  assert.equal(open?.bindPassword(), 'secret of the reader')
  const groups = { base: 'dc=example', map: [{ group: 'staff', user_group: 'Staff', role: 'moderator' }] }
  const [active] = await read([{ ...least(), kind: 'active-directory', groups }])
  assert.deepEqual([active?.uniqueId, active?.picture], ['objectGUID', 'thumbnailPhoto'])
  assert.deepEqual(active?.control, { attribute: 'userAccountControl', disabledBits: 2 })
  assert.equal(active?.groups?.isNested, true)
  assert.ok(!JSON.stringify(active).includes('secret'))
})

test('errors in the file are reported without secrets', async () => {
  const one = least()
  for (const [content, pattern] of [
    ['{ not JSON', /ldap-file: .* is not JSON$/],
    [[], /ldap-file: the list: /],
    [[one, one], /two directories have the name company/],
    [[{ ...one, url: 'http://ldap.example.org' }], /0\.url: must be an address/],
    [[{ ...one, url: 'ldap://ldap.example.org' }], /0\.url: passwords would be readable/],
    [[{ ...one, start_tls: true }], /0\.start_tls: /],
    [[{ ...one, bind_password_file: undefined }], /0\.bind_dn: /],
    [[{ ...one, bind_password_file: join(folder, 'none') }], /0\.bind_password_file: .*ENOENT/],
    [[{ ...one, ca_file: join(folder, 'none') }], /0\.ca_file: .*ENOENT/],
    [[{ ...one, user_filter: 'objectClass=person' }], /0\.user_filter: is not a filter/],
    [[{ ...one, user_filter: '(a=b)(c=d)' }], /0\.user_filter: is not a filter/],
    [[{ ...one, attributes: { email: 'mail)(uid=*' } }], /0\.attributes\.email: is not the name/],
    [[{ ...one, groups: { base: 'dc=x', map: [{ group: 'a' }] } }], /0\.groups\.map\.0: needs a user_group/],
    [[{ ...one, groups: { base: 'dc=x', map: [{ group: 'a', user_group: 'role:owners' }] } }], /reserved/],
    [[{ ...one, passwort: 'x' }], /passwort/],
  ] as const)
    await assert.rejects(read(content), pattern)
})

test('user input is escaped in filters', () => {
  assert.equal(equals('uid', '*)(uid=*'), '(uid=\\2a\\29\\28uid=\\2a)')
  assert.equal(equals('uid', 'a\\b\0ü'), '(uid=a\\5cb\\00ü)')
  assert.equal(allOf('(a=b)', '(c=d)'), '(&(a=b)(c=d))')
  assert.equal(inChain('cn=a (b),dc=c'), '(memberOf:1.2.840.113556.1.4.1941:=cn=a \\28b\\29,dc=c)')
  assert.deepEqual(['(a=b)', '(&(a=b)(c=d))', '(a=b', 'a=b', '(a=b))'].map(isFilter), [true, true, false, false, false])
})

test('an Active Directory entry is read with its binary values, flags, and ranges', async () => {
  const [active] = await read([{ ...least(), kind: 'active-directory' }])
  assert.ok(active)
  const guid = Buffer.from([0x80, 0xff, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  const entry = {
    dn: 'CN=Ada  Lovelace, OU=People,DC=example',
    ObjectGUID: guid,
    mail: ['ada@example.org', 'other@example.org'],
    displayName: 'Ada @Lovelace',
    sAMAccountName: 'ada',
    userAccountControl: '66050',
    'member;range=0-1': ['cn=a', 'cn=b'],
  }
  const ada = personIn(active, entry)
  assert.deepEqual([ada?.subject, ada?.fullName, ada?.isDisabled], [guid.toString('hex'), 'Ada Lovelace', true])
  assert.equal(ada?.email, 'ada@example.org')
  assert.deepEqual([valuesOf(entry, 'member'), nextOfRange(entry, 'member')], [['cn=a', 'cn=b'], 2])
  assert.equal(nextOfRange({ dn: '', 'member;range=2-*': ['cn=c'] }, 'member'), undefined)
  assert.equal(sameName('CN=Ada\\, L, OU = People'), sameName('cn=ada\\, l,ou=people'))
})
