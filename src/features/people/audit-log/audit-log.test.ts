import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustBeOwner, roles } from '#contract'
import { assert, prepareDirectory, runHere, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { features } from '../../../app.ts'
import { updateChannel } from '../../channels/channels/api.ts'
import { createGroup } from '../groups/api.ts'
import { groupsCache } from '../groups/cache.ts'
import { addDomain, domainTaken } from '../realm-domains/api.ts'
import { deactivateUser, updateUser } from '../users/api.ts'
import { forgetOld } from './actions.ts'
import * as api from './api.ts'
import { keptParams } from './audit-params.ts'

test("administrators' changes are recorded with their author, and owners can read them", async ({
  ada,
  ines,
  ben,
  society,
}) => {
  const channel = await makeChannel(society.org, 'plans', [ada, ben])
  await ines.call(updateUser, { user_id: ben.id, role: roles.moderator })
  await ada.send('PATCH', '/realm', { name: 'Another society', message_retention_days: 30 })
  await ada.call(updateChannel, { stream_id: channel as never, new_name: 'designs' })
  await ada.call(createGroup, { name: 'deciders', description: '', members: [ada.id] })
  await ines.call(deactivateUser, { user_id: ben.id })
  const { entries, has_more } = await ada.call(api.getAuditLog)
  assert.equal(has_more, false)
  const said = entries.map(({ acting_user_id, action, params }) => [acting_user_id, action, params])
  assert.deepEqual(said.slice(0, 5), [
    [ines.id, 'DELETE /users/{user_id}', { user_id: ben.id }],
    [ada.id, 'POST /user_groups/create', { name: 'deciders', description: '', members: [ada.id] }],
    [ada.id, 'PATCH /streams/{stream_id}', { stream_id: channel, new_name: 'designs' }],
    [ada.id, 'PATCH /realm', { name: 'Another society', message_retention_days: 30 }],
    [ines.id, 'PATCH /users/{user_id}', { user_id: ben.id, role: roles.moderator }],
  ])
  assert.deepEqual([entries[0]?.address, typeof entries[0]?.client], ['127.0.0.1', 'string'])
  await ines.refused(api.getAuditLog, {}, mustBeOwner)
})

test("refused calls and calls without effect aren't recorded", async ({ ada, ben }) => {
  await ada.call(addDomain, { domain: 'a.example', allow_subdomains: false })
  const before = (await ada.call(api.getAuditLog)).entries.length
  await ada.refused(addDomain, { domain: 'a.example', allow_subdomains: false }, domainTaken)
  await ben.refused(addDomain, { domain: 'b.example', allow_subdomains: false })
  await ada.send('PATCH', '/realm/domains/a.example', { allow_subdomains: false })
  assert.equal((await ada.call(api.getAuditLog)).entries.length, before)
})

test("deleting another user's message is recorded, deleting one's own isn't", async ({ ada, ben, momo, society }) => {
  const channel = await makeChannel(society.org, 'plans', [ada, ben, momo])
  await ada.send('PATCH', '/realm', {
    can_delete_any_message_group: { new: society.org.get(groupsCache).system('role:moderators').id },
  })
  const [own, other] = [
    await ben.sends('hello', { channel, topic: 'tea' }),
    await ben.sends('hello', { channel, topic: 'tea' }),
  ]
  const before = (await ada.call(api.getAuditLog)).entries[0]?.id ?? 0
  await ben.send('DELETE', `/messages/${own}`)
  await momo.send('DELETE', `/messages/${other}`)
  const { entries } = await ada.call(api.getAuditLog)
  assert.deepEqual(
    entries
      .filter(({ id }) => id > before)
      .map(({ acting_user_id, action, params }) => [acting_user_id, action, params]),
    [[momo.id, 'DELETE /messages/{message_id}', { message_id: other }]],
  )
})

test('the log is paged, and filtered by user, action, and time', async ({ ada, ines, server }) => {
  for (const [person, domain] of [
    [ada, 'a.example'],
    [ines, 'b.example'],
    [ada, 'c.example'],
  ] as const)
    await person.call(addDomain, { domain, allow_subdomains: false })
  const action = 'POST /realm/domains'
  const domains = async (params: object) =>
    (await ada.call(api.getAuditLog, { action, ...params })).entries.map((one) => one.params.domain)
  const first = await ada.call(api.getAuditLog, { action, limit: 2 })
  assert.deepEqual(
    first.entries.map((one) => one.params.domain),
    ['c.example', 'b.example'],
  )
  assert.equal(first.has_more, true)
  assert.deepEqual(await domains({ before: first.entries[1]?.id }), ['a.example'])
  assert.deepEqual(await domains({ acting_user_id: ines.id }), ['b.example'])
  const now = Math.floor(server.clock.now().getTime() / 1000)
  assert.deepEqual(await domains({ until: now - 3_600 }), [])
  assert.equal((await domains({ since: now - 3_600 })).length, 3)
})

test("other organizations' entries are hidden, and old entries are removed", async ({ ada, society, server }) => {
  const other = await TestOrganization.found(server)
  await other.owner.call(addDomain, { domain: 'other.example', allow_subdomains: false })
  await ada.call(addDomain, { domain: 'own.example', allow_subdomains: false })
  const { entries } = await ada.call(api.getAuditLog)
  assert.ok(entries.every(({ params }) => params.domain !== 'other.example'))
  await forgetOld(society.org, 30)
  assert.equal((await ada.call(api.getAuditLog)).entries.length, entries.length)
  server.clock.advance(31 * 86_400_000)
  await forgetOld(society.org, 30)
  assert.deepEqual((await ada.call(api.getAuditLog)).entries, [])
  server.clock.release()
})

test("secrets aren't recorded, and long values are cut", () => {
  const long = '👋'.repeat(501)
  const kept = keptParams({
    password: 'hush',
    config_data: { any: 'thing' },
    list: [{ api_key: 'hush', name: 'x' }],
    numbers: Array.from({ length: 101 }, (_, at) => at),
    long,
    none: null,
  })
  assert.ok(!JSON.stringify(kept).includes('hush'))
  assert.deepEqual([kept.config_data, kept.none], ['(hidden)', null])
  assert.deepEqual(kept.list, [{ api_key: '(hidden)', name: 'x' }])
  assert.equal(kept.long, `${'👋'.repeat(500)}… (501 characters)`)
  assert.equal((kept.numbers as unknown[]).at(-1), '… (101 items)')
  const many = keptParams(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, 'x'.repeat(499)])))
  assert.equal(many.left_out, 'too long')
})

test('all administrator-only changes are recorded', () => {
  const all = features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  const changing = all.filter(({ method }) => method !== 'GET')
  for (const { caller, audited, method, path } of changing)
    if (caller === 'administrator' || caller === 'owner') assert.ok(audited, `${method} ${path}`)
  const others = changing.filter(({ audited, caller }) => audited && caller !== 'administrator' && caller !== 'owner')
  assert.ok(others.length >= 15)
  for (const { params, method, path } of all.filter(({ audited }) => audited))
    for (const name of Object.keys(params))
      if (/password|api_key/.test(name))
        assert.equal(keptParams({ [name]: 'x' })[name], '(hidden)', `${method} ${path}`)
})

test('commands are recorded too, and the log can be printed line by line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-audit-'))
  const run = async (...args: string[]) => {
    const { code, out, err } = await runHere([...args, '--data-dir', folder])
    assert.equal(code, 0, err)
    return out
  }
  try {
    await prepareDirectory(folder)
    await run('org', 'create', '--name', 'Team', '--owner-name', 'Ada', '--owner-email', 'ada@x.example')
    await run('user', 'create', '--name', 'Ben', '--email', 'ben@x.example', '--password', 'hush hush hush')
    await run('user', 'deactivate', 'ben@x.example')
    const archive = join(folder, 'team.tar.gz')
    await run('export', '--full', '--output', archive)
    await run('org', 'import', archive, '--subdomain', 'again')
    const lines = (await run('audit-log', '--org', ''))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ action, acting_user_id, client }) => [action, acting_user_id, client]),
      [
        ['user create', null, 'command line'],
        ['user deactivate', null, 'command line'],
        ['export --full', null, 'command line'],
      ],
    )
    const there = (await run('audit-log', '--org', 'again')).trim().split('\n')
    assert.deepEqual(
      there.map((line) => JSON.parse(line).action),
      ['org import'],
    )
    assert.ok(!JSON.stringify(lines).includes('hush'))
    assert.equal(await run('audit-log', '--org', '', '--after', `${lines.at(-1).id}`), '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
