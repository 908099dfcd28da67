import { roles } from '#contract'
import { assert, test as base } from '#test'
import { ScimDirectory } from '../../../../test/harness/scim.ts'
import { getGroups } from '../../people/groups/api.ts'
import { createField } from '../../people/profile-fields/api.ts'
import { fieldTypes } from '../../people/profile-fields/field-types.ts'
import { getUser } from '../../people/users/api.ts'
import { updateScim } from './api.ts'
import { enterpriseSchema } from './attributes.ts'
import { personIdOf } from './ids.ts'

const test = base.extend<{ directory: ScimDirectory }>({
  directory: async ({ ada, society }, use) => use(await ScimDirectory.of(ada, society.subdomain)),
})

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const idOf = (id: string) => personIdOf(id) as never

test('Entra looks up, creates, changes, disables, and deletes an account', async ({ ada, directory }) => {
  const none = await directory.find('Users', 'userName eq "non-existent user"')
  assert.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []])
  assert.match(none.type, /^application\/scim\+json/)
  const made = await directory.ask('POST', '/Users', {
    schemas: [core, enterpriseSchema],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_00aa00aa',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'Test_User_11bb11bb@testuser.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    [enterpriseSchema]: { Department: 'bob', Manager: { Value: 'SuzzyQ' } },
    roles: [],
  })
  assert.equal(made.status, 201, made.body.detail)
  const { id } = made.body
  assert.equal(made.headers.location, made.body.meta.location)
  assert.equal(made.body.userName, 'Test_User_00aa00aa')
  assert.equal(made.body.externalId, '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef')
  assert.deepEqual(made.body[enterpriseSchema], { department: 'bob', manager: { value: 'SuzzyQ' } })
  assert.equal((await directory.ask('POST', '/Users', made.body)).body.scimType, 'uniqueness')
  for (const filter of [
    'userName eq "test_user_00AA00aa"',
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    'emails[type eq "work"].value eq "Test_User_11bb11bb@testuser.com"',
    `id eq "${id}" and active eq true`,
  ])
    assert.deepEqual((await directory.find('Users', filter)).body.Resources[0]?.id, id, filter)

  const renamed = await directory.patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
  )
  assert.equal(renamed.status, 200)
  assert.equal(renamed.body.name.formatted, 'givenName updatedFamilyName')
  const { user } = await ada.call(getUser, { user_id: idOf(id) })
  assert.equal(user.full_name, 'givenName updatedFamilyName')
  assert.equal(user.delivery_email, 'updatedEmail@microsoft.com')
  const called = await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'userName', value: '5b50@testuser.com' })
  assert.equal(called.body.userName, '5b50@testuser.com')
  assert.equal(called.body.emails[0].value, 'updatedEmail@microsoft.com')

  const dotted = await directory.patch(`/Users/${id}`, {
    op: 'replace',
    value: {
      displayName: 'Shown Name',
      'name.givenName': 'Given',
      'name.middleName': 'Middle',
      [`${enterpriseSchema}:department`]: 'Engines',
      [`${enterpriseSchema}:costCenter`]: 'CC-90',
      'urn:unknown:thing': 'left out',
    },
  })
  assert.equal(dotted.status, 200)
  assert.deepEqual(dotted.body[enterpriseSchema], {
    ...{ department: 'Engines', manager: { value: 'SuzzyQ' }, costCenter: 'CC-90' },
  })
  assert.deepEqual(dotted.body.name, {
    ...{ givenName: 'Given', middleName: 'Middle', familyName: 'updatedFamilyName', formatted: 'Shown Name' },
  })
  const more = await directory.patch(
    `/Users/${id}`,
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 1' },
    { op: 'Add', path: `${enterpriseSchema}:manager`, value: 'u1' },
    { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Moderator' },
    { op: 'Remove', path: `${enterpriseSchema}:costCenter` },
  )
  assert.deepEqual(more.body.phoneNumbers, [{ type: 'mobile', value: '+44 1' }])
  assert.deepEqual(more.body[enterpriseSchema], { department: 'Engines', manager: { value: 'u1' } })
  assert.equal((await ada.call(getUser, { user_id: idOf(id) })).user.role, roles.moderator)

  const disabled = await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  assert.equal(disabled.body.active, false)
  assert.equal((await ada.call(getUser, { user_id: idOf(id) })).user.is_active, false)
  await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
  assert.equal((await directory.ask('DELETE', `/Users/${id}`)).status, 204)
  assert.equal((await directory.ask('GET', `/Users/${id}`)).status, 404)
  assert.equal((await directory.find('Users', 'userName eq "5b50@testuser.com"')).body.totalResults, 0)
  assert.equal((await ada.call(getUser, { user_id: idOf(id) })).user.is_active, false)

  const again = await directory.ask('POST', '/Users', { ...called.body, active: true, externalId: 'new' })
  assert.deepEqual([again.status, again.body.id, again.body.active], [201, id, true])
})

test('Entra adds and removes group members by lists and by conditions', async ({ ada, ben, directory }) => {
  const [a, b] = [`u${ada.id}`, `u${ben.id}`]
  const made = await directory.ask('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group', 'http://schemas.microsoft.com/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0',
    displayName: 'Engineers',
    meta: { resourceType: 'Group' },
  })
  assert.equal(made.status, 201, made.body.detail)
  const { id } = made.body
  const members = async () =>
    (await directory.ask('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value)
  const found = await directory.find('Groups', 'displayName eq "engineers"', '&excludedAttributes=members')
  assert.deepEqual([found.body.Resources[0]?.id, found.body.Resources[0]?.members], [id, undefined])
  const added = await directory.patch(`/Groups/${id}`, {
    ...{
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: a },
        { $ref: null, value: b },
      ],
    },
  })
  assert.equal(added.status, 204)
  assert.deepEqual(await members(), [a, b])
  const isIn = async (who: string) =>
    (await directory.find('Groups', `id eq "${id}" and members eq "${who}"`)).body.totalResults
  assert.deepEqual([await isIn(a), await isIn('u999999')], [1, 0])
  await directory.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] })
  assert.deepEqual(await members(), [b])
  await directory.patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${b}"]` })
  assert.deepEqual(await members(), [])
  await directory.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'Builders' })
  const { user_groups } = await ada.call(getGroups)
  assert.equal(user_groups.find(({ name }) => name === 'Builders')?.is_system_group, false)
  assert.equal((await directory.ask('DELETE', `/Groups/${id}`)).status, 204)
  assert.equal((await directory.ask('GET', `/Groups/${id}`)).status, 404)
  const back = await directory.ask('POST', '/Groups', { displayName: 'Builders', members: [{ value: a }] })
  assert.deepEqual([back.status, back.body.id, await members()], [201, id, [a]])
  assert.equal((await directory.ask('POST', '/Groups', { displayName: 'builders' })).status, 409)
})

test('Okta connects, imports, updates whole resources, and pushes groups', async ({ ada, ben, cleo, directory }) => {
  const page = await directory.ask('GET', '/Users?startIndex=1&count=2')
  assert.deepEqual([page.body.totalResults, page.body.itemsPerPage, page.body.startIndex], [3, 2, 1])
  assert.equal((await directory.ask('GET', '/Groups?startIndex=1&count=100')).status, 200)
  const made = await directory.ask('POST', '/Users', {
    schemas: [core],
    userName: 'test.user@okta.local',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
    displayName: 'Test User',
    locale: 'de-DE',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  })
  assert.equal(made.status, 201, made.body.detail)
  assert.equal(made.body.password, undefined)
  const path = `/Users/${made.body.id}`
  const put = await directory.ask('PUT', path, {
    ...made.body,
    userName: 'another.user@okta.local',
    name: { givenName: 'Another', familyName: 'User', middleName: 'Excited' },
    displayName: 'Another User',
    emails: [{ primary: true, value: 'another.user@okta.local', type: 'work', display: 'another.user@okta.local' }],
  })
  assert.deepEqual([put.status, put.body.displayName, put.body.emails.length], [200, 'Another User', 1])
  const { user } = await ada.call(getUser, { user_id: idOf(made.body.id) })
  assert.deepEqual([user.full_name, user.delivery_email], ['Another User', 'another.user@okta.local'])
  const off = await directory.patch(path, { op: 'replace', value: { active: false } })
  assert.deepEqual([off.status, off.body.active], [200, false])
  const on = await directory.ask('PUT', path, { ...put.body, active: true })
  assert.equal(on.body.active, true)
  assert.equal((await directory.ask('PUT', '/Users/u999999', put.body)).status, 404)

  const [b, c] = [`u${ben.id}`, `u${cleo.id}`]
  const group = (await directory.ask('POST', '/Groups', { displayName: 'Test SCIMv2', members: [] })).body
  const at = `/Groups/${group.id}`
  const members = async () =>
    (await directory.ask('GET', at)).body.members.map(({ value }: { value: string }) => value).sort()
  await directory.patch(at, { op: 'replace', value: { id: group.id, displayName: 'Test SCIMv0' } })
  await directory.patch(
    at,
    { op: 'remove', path: `members[value eq "${b}"]` },
    { op: 'add', path: 'members', value: [{ value: c, display: 'cleo' }] },
  )
  assert.deepEqual(await members(), [c])
  await directory.patch(at, { op: 'replace', path: 'members', value: [{ value: b }, { value: made.body.id }] })
  assert.deepEqual(await members(), [made.body.id, b].sort())
  const whole = await directory.ask('PUT', at, { id: group.id, displayName: 'Test SCIMv0', members: [{ value: b }] })
  assert.deepEqual([whole.status, await members()], [200, [b]])
  assert.deepEqual((await directory.ask('GET', `/Users/${b}`)).body.groups, [
    { value: group.id, $ref: whole.body.meta.location, display: 'Test SCIMv0', type: 'direct' },
  ])
})

test('variants of other providers work: any case, single values, null, whole lists', async ({ ada, directory }) => {
  const { id: field_id } = await ada.call(createField, {
    field_type: fieldTypes.SHORT_TEXT.id,
    name: 'What I do',
  } as never)
  const { id: department } = await ada.call(createField, {
    ...{ field_type: fieldTypes.SELECT.id, name: 'Unit', field_data: { a: { text: 'Looms', order: '1' } } },
  } as never)
  await ada.call(updateScim, { profile_fields: { title: field_id, department } as never })
  const made = await directory.ask('POST', '/Users', {
    UserName: 'grace@example.org',
    Active: 'true',
    'name.givenName': 'Grace',
    'name.familyName': 'Hopper "Amazing"',
    title: 'Admiral',
    timezone: 'America/New_York',
    nickName: null,
    phoneNumbers: '+1 555',
    userType: 'Guest',
    [enterpriseSchema]: { department: 'looms', employeeNumber: 701984 },
    'urn:custom:1.0': { thing: [1] },
  })
  assert.equal(made.status, 201, made.body.detail)
  const { user } = await ada.call(getUser, {
    ...{ user_id: idOf(made.body.id), include_custom_profile_fields: true },
  })
  assert.equal(user.full_name, 'Grace Hopper Amazing')
  assert.deepEqual([user.role, user.timezone], [roles.guest, 'America/New_York'])
  assert.equal(user.profile_data?.[field_id]?.value, 'Admiral')
  assert.equal(user.profile_data?.[department]?.value, 'a')
  assert.equal(made.body[enterpriseSchema].employeeNumber, '701984')
  const path = `/Users/${made.body.id}`
  // OneLogin, Ping: add for everything; Keycloak: a single value as a list
  const changed = await directory.patch(
    path,
    { op: 'add', path: 'title', value: ['Rear admiral'] },
    { op: 'add', value: { emails: [{ value: 'home@example.org', type: 'home' }] } },
    { op: 'replace', path: 'active', value: [{ value: true }] },
  )
  assert.equal(changed.status, 400, 'an object is neither true nor false')
  const fine = await directory.patch(
    path,
    { op: 'add', path: 'title', value: ['Rear admiral'] },
    { op: 'add', value: { emails: [{ value: 'home@example.org', type: 'home' }] } },
    { op: 'remove', path: 'phoneNumbers' },
  )
  assert.deepEqual(fine.body.emails, [
    { value: 'grace@example.org', type: 'work', primary: true },
    { value: 'home@example.org', type: 'home' },
  ])
  assert.deepEqual([fine.body.title, fine.body.phoneNumbers], ['Rear admiral', undefined])
  const other = await directory.patch(path, { op: 'replace', path: 'emails[type eq "home"].primary', value: true })
  assert.equal(other.body.emails[0].value, 'home@example.org')
  assert.equal((await directory.patch(path, { op: 'remove', path: 'title' })).body.title, undefined)
  const after = await ada.call(getUser, { user_id: idOf(made.body.id), include_custom_profile_fields: true })
  assert.equal(after.user.profile_data?.[field_id], undefined)
})
