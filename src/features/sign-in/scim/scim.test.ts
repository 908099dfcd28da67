import { roles } from '#contract'
import { assert, test as base } from '#test'
import { crowd } from '../../../../test/harness/crowd.ts'
import { TestOrganization } from '../../../../test/harness/index.ts'
import { ScimDirectory } from '../../../../test/harness/scim.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { getUser } from '../../people/users/api.ts'
import { createBot } from '../../people/users/bot-api.ts'
import * as api from './api.ts'
import { scimLimits } from './limits.ts'

const test = base.extend<{ directory: ScimDirectory }>({
  directory: async ({ ada, society }, use) => use(await ScimDirectory.of(ada, society.subdomain)),
})

test('a token works for its own organization until it is revoked or turned off', async ({
  server,
  ada,
  ben,
  ines,
  society,
  directory,
}) => {
  const status = async (one: ScimDirectory) => (await one.ask('GET', '/Users')).status
  assert.equal(await status(directory), 200)
  const other = await TestOrganization.found(server)
  await other.owner.call(api.updateScim, { enabled: true })
  assert.equal(await status(directory.as({ host: `${other.subdomain}.loquat.test` })), 401)
  for (const token of ['', 'loquat_scim_wrong', ada.apiKey]) assert.equal(await status(directory.as({ token })), 401)
  const challenge = (await directory.as({ token: '' }).ask('GET', '/Users')).headers['www-authenticate']
  assert.match(String(challenge), /^Bearer/)
  await directory.ask('GET', '/Users').then(({ type }) => assert.match(type, /scim\+json/))
  // it belongs to no account
  const asUser = await society.owner.server.http.inject({
    url: '/api/v1/users/me',
    headers: { host: `${society.subdomain}.loquat.test`, authorization: `Bearer ${directory.token}` },
  })
  assert.equal(asUser.statusCode, 401)
  for (const person of [ben, ines]) await person.refused(api.getScim, {})
  const watch = await ada.register('scim')
  const told = await ada.call(api.getScim)
  assert.equal(told.address, `http://${society.subdomain}.loquat.test/scim/v2`)
  const token_id = told.tokens[0]?.id as number
  await ada.call(api.renameScimToken, { token_id, name: 'Entra' } as never)
  await ada.refused(api.createScimToken, { name: 'entra' }, api.scimTokenNameTaken)
  await ada.call(api.updateScim, { enabled: false })
  const off = await directory.ask('GET', '/Users')
  assert.deepEqual([off.status, off.body.status], [403, '403'])
  await ada.call(api.updateScim, { enabled: true })
  await ada.call(api.revokeScimToken, { token_id } as never)
  assert.equal(await status(directory), 401)
  await ada.refused(api.revokeScimToken, { token_id } as never, api.noSuchScimToken)
  assert.equal((await watch.of('scim')).length, 4)
  const { requests } = await ada.call(api.getScimRequests, { only_problems: true })
  assert.deepEqual(
    requests.map(({ token_name, path, status: one }) => [token_name, path, one]),
    [['Entra', '/Users', 403]],
  )
  assert.match(requests[0]?.detail ?? '', /turned off/)
})

test('directory changes send events to everyone and are in the audit log', async ({ ada, ben, directory }) => {
  const watch = await ben.register()
  const { body } = await directory.ask('POST', '/Users', {
    userName: 'new@example.org',
    displayName: 'New',
    title: 'X',
  })
  await directory.patch(`/Users/${body.id}`, { op: 'replace', value: { displayName: 'Newer', roles: ['moderator'] } })
  const group = await directory.ask('POST', '/Groups', { displayName: 'All', members: [{ value: body.id }] })
  await directory.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })
  await directory.patch(`/Groups/${group.body.id}`, { op: 'remove', path: `members[value eq "${body.id}"]` })
  await watch.agreesWithFreshRegister({ except: ['max_message_id', 'unread_msgs'] })
  const { entries } = await ada.call(getAuditLog, {})
  const kept = entries.filter(({ client }) => client === 'Directory: Directory')
  assert.deepEqual(
    kept.map(({ action, acting_user_id }) => [action, acting_user_id]),
    [
      ['PATCH /scim/v2/Groups/{id}', null],
      ['PATCH /scim/v2/Users/{id}', null],
      ['POST /scim/v2/Groups', null],
      ['PATCH /scim/v2/Users/{id}', null],
      ['POST /scim/v2/Users', null],
    ],
  )
  const again = await directory.patch(`/Users/${body.id}`, { op: 'replace', value: { active: false } })
  assert.equal(again.status, 200)
  assert.equal((await ada.call(getAuditLog, {})).entries.length, entries.length, 'nothing has changed')
})

test('the last owner stays active, and bots and system groups are invisible', async ({ ada, ben, directory }) => {
  const own = `/Users/u${ada.id}`
  for (const operation of [
    { op: 'replace', path: 'active', value: false },
    { op: 'replace', path: 'roles', value: [{ value: 'member' }] },
  ])
    assert.equal((await directory.patch(own, operation)).status, 403)
  assert.equal((await directory.ask('DELETE', own)).status, 403)
  const { user } = await ada.call(getUser, { user_id: ada.id })
  assert.deepEqual([user.role, user.is_active], [roles.owner, true])
  const bot = await ada.call(createBot, { full_name: 'Bot', short_name: 'bot' } as never)
  assert.equal((await directory.ask('GET', `/Users/u${bot.user_id}`)).status, 404)
  assert.equal((await directory.find('Users', 'displayName eq "Bot"')).body.totalResults, 0)
  const system = ada.org.get(groupsCache).system('role:members')
  for (const method of ['GET', 'DELETE'])
    assert.equal((await directory.ask(method, `/Groups/g${system.id}`)).status, 404)
  const asSystem = { displayName: 'role:members', members: [{ value: `u${ben.id}` }] }
  assert.equal((await directory.ask('POST', '/Groups', asSystem)).status, 400)
  assert.equal((await directory.ask('GET', '/Groups')).body.totalResults, 0)
  // with two owners, one can be deactivated
  await directory.patch(`/Users/u${ben.id}`, { op: 'replace', path: 'roles', value: [{ value: 'owner' }] })
  assert.equal((await directory.patch(own, { op: 'replace', path: 'active', value: false })).status, 200)
})

test('versions identify changes, and outdated ones are refused', async ({ ben, directory }) => {
  const path = `/Users/u${ben.id}`
  const first = await directory.ask('GET', path)
  const version = first.body.meta.version
  assert.equal(first.headers.etag, version)
  assert.equal((await directory.ask('GET', path, undefined, { 'if-none-match': version })).status, 304)
  const body = { Operations: [{ op: 'replace', path: 'title', value: 'Weaver' }] }
  const changed = await directory.ask('PATCH', path, body, { 'if-match': version })
  assert.notEqual(changed.body.meta.version, version)
  const late = await directory.ask(
    'PATCH',
    path,
    { Operations: [{ op: 'remove', path: 'title' }] },
    { 'if-match': version },
  )
  assert.deepEqual([late.status, late.body.status], [412, '412'])
  assert.equal((await directory.ask('GET', path)).body.title, 'Weaver')
  const group = (await directory.ask('POST', '/Groups', { displayName: 'Versions' })).body
  const at = `/Groups/${group.id}`
  const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: `u${ben.id}` }] }] }
  assert.equal((await directory.ask('PATCH', at, add, { 'if-match': group.meta.version })).status, 204)
  assert.equal((await directory.ask('DELETE', at, undefined, { 'if-match': group.meta.version })).status, 412)
})

test('concurrent changes of a group are all applied', async ({ society, directory }) => {
  const ids = await crowd(society, 30)
  const { id } = (await directory.ask('POST', '/Groups', { displayName: 'Crowd' })).body
  const answers = await Promise.all(
    ids.map((user) => directory.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value: `u${user}` }] })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]))
  assert.equal((await directory.ask('GET', `/Groups/${id}`)).body.members.length, 30)
  const same = { userName: 'twice@example.org', displayName: 'Twice' }
  const made = await Promise.all([1, 2, 3].map(() => directory.ask('POST', '/Users', same)))
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 409, 409])
})

test('a bulk creates users and their group in any order', async ({ directory }) => {
  const operations = [
    {
      ...{ method: 'POST', path: '/Groups', bulkId: 'g' },
      data: { displayName: 'Tour guides', members: [{ value: 'bulkId:one' }, { value: 'bulkId:two' }] },
    },
    { method: 'POST', path: '/Users', bulkId: 'one', data: { userName: 'one@example.org', displayName: 'One' } },
    { method: 'POST', path: '/Users', bulkId: 'two', data: { userName: 'two@example.org', displayName: 'Two' } },
    {
      method: 'PATCH',
      path: '/Users/bulkId:two',
      data: { Operations: [{ op: 'replace', path: 'title', value: 'T' }] },
    },
    { method: 'DELETE', path: '/Users/u999999' },
    { method: 'POST', path: '/Groups', bulkId: 'x', data: { displayName: 'X', members: [{ value: 'bulkId:none' }] } },
    { method: 'POST', path: '/Groups', bulkId: 'p', data: { displayName: 'P', members: [{ value: 'bulkId:q' }] } },
    { method: 'POST', path: '/Groups', bulkId: 'q', data: { displayName: 'Q', members: [{ value: 'bulkId:p' }] } },
  ]
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
  const { status, body } = await directory.ask('POST', '/Bulk', { schemas, Operations: operations })
  assert.equal(status, 200, body.detail)
  const told = body.Operations.map((one) => `${one.method} ${one.bulkId ?? ''} ${one.status}`).sort()
  assert.deepEqual(told, [
    ...['DELETE  404', 'PATCH  200', 'POST g 201', 'POST one 201', 'POST p 409', 'POST q 409', 'POST two 201'],
    'POST x 409',
  ])
  const found = await directory.find('Groups', 'displayName sw "Tour"')
  assert.equal(found.body.Resources[0]?.members.length, 2)
  const wrong = { method: 'DELETE', path: '/Users/u999999' }
  const stopped = await directory.ask('POST', '/Bulk', { schemas, failOnErrors: 2, Operations: Array(5).fill(wrong) })
  assert.equal(stopped.body.Operations.length, 2)
  const many = Array(scimLimits.bulkOperations + 1).fill(wrong)
  assert.equal((await directory.ask('POST', '/Bulk', { schemas, Operations: many })).status, 413)
})

test('discovery describes the server, and errors follow the protocol', async ({ directory }) => {
  const config = (await directory.ask('GET', '/ServiceProviderConfig')).body
  assert.deepEqual([config.patch.supported, config.bulk.maxOperations, config.etag.supported], [true, 500, true])
  assert.equal((await directory.ask('GET', '/ResourceTypes')).body.totalResults, 2)
  const schemas = (await directory.ask('GET', '/Schemas')).body
  assert.equal(schemas.totalResults, 3)
  assert.equal((await directory.ask('GET', `/Schemas/${schemas.Resources[1]?.id}`)).status, 200)
  const refusals: [number, string | undefined, Parameters<ScimDirectory['ask']>][] = [
    [501, undefined, ['GET', '/Me']],
    [404, undefined, ['GET', '/Nothing']],
    [405, undefined, ['DELETE', '/Users']],
    [400, 'invalidFilter', ['GET', '/Users?filter=userName+is']],
    [400, 'invalidFilter', ['GET', `/Users?filter=${'('.repeat(30)}a+pr${')'.repeat(30)}`]],
    [400, 'invalidFilter', ['GET', `/Users?filter=${Array(101).fill('title+pr').join('+or+')}`]],
    [400, 'invalidFilter', ['GET', `/Users?filter=title+eq+"${'x'.repeat(scimLimits.filter)}"`]],
    [400, 'invalidValue', ['GET', '/Users?startIndex=x']],
    [400, 'invalidSyntax', ['POST', '/Users', '{']],
    [400, 'invalidValue', ['POST', '/Users', { displayName: 'Nobody' }]],
    [400, 'invalidValue', ['POST', '/Users', { userName: 'no address' }]],
    [415, undefined, ['POST', '/Users', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }]],
    [413, 'tooMany', ['POST', '/Users', JSON.stringify({ title: 'x'.repeat(scimLimits.body) })]],
  ]
  for (const [status, scimType, asked] of refusals) {
    const { body, ...answer } = await directory.ask(...asked)
    assert.deepEqual([answer.status, body.status, body.scimType], [status, String(status), scimType], asked.join(' '))
  }
})

test('ten thousand users are listed, filtered, and sorted without a query', async ({ server, society, directory }) => {
  const ids = await crowd(society, 10_000)
  const { db } = server.runtime
  const before = db.statements
  const seen = new Set<string>()
  for (let startIndex = 1; ; startIndex += 500) {
    const { body } = await directory.ask('GET', `/Users?startIndex=${startIndex}&count=500&attributes=userName`)
    for (const { id } of body.Resources) seen.add(id)
    if (body.Resources.length === 0) break
    assert.equal(body.totalResults, ids.length + 1)
    assert.deepEqual(Object.keys(body.Resources[0] ?? {}), ['schemas', 'id', 'userName'])
  }
  assert.equal(seen.size, ids.length + 1)
  const found = await directory.find(
    'Users',
    'userName sw "crowd-99" and not (title pr)',
    '&sortBy=userName&sortOrder=descending&count=3',
  )
  assert.equal(found.body.totalResults, 111)
  assert.match(String(found.body.Resources[0]?.userName), /^crowd-99@/)
  const one = await directory.ask('POST', '/.search', { filter: `id eq "u${ids[7]}"`, excludedAttributes: ['emails'] })
  assert.deepEqual([one.body.totalResults, one.body.Resources[0]?.emails], [1, undefined])
  assert.equal((await directory.ask('GET', '/Users?count=0')).body.itemsPerPage, 0)
  // some statements for maintaining the cache of these accounts
  assert.ok(db.statements - before < 20, `${db.statements - before} statements`)
  const value = ids.map((id) => ({ value: `u${id}` }))
  const writing = db.statements
  const group = await directory.ask('POST', '/Groups', { displayName: 'Everybody', members: value })
  assert.equal(group.body.members?.length, ids.length, group.body.detail)
  await directory.patch(`/Groups/${group.body.id}`, { op: 'remove', path: 'members', value: value.slice(0, 5_000) })
  assert.ok(db.statements - writing < 60, `${db.statements - writing} statements`)
})
