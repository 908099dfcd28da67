import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { extract } from 'tar-stream'
import { botTypes, type GroupSettingValue, mustBeOwner, roles } from '#contract'
import type { Organization } from '#platform/organization'
import { assert, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { allowFullExport } from '../../src/command/operations/org-move.ts'
import { channelsCache } from '../../src/features/channels/channels/cache.ts'
import { subscribersCache } from '../../src/features/channels/channels/subscribers-cache.ts'
import * as api from '../../src/features/data/exports/api.ts'
import { settled } from '../../src/features/data/exports/fixture.ts'
import { writeZulipArchive } from '../../src/features/data/exports/zulip/write.ts'
import { claimed, type FetchedMessage, readable, takeInFile } from '../../src/features/data/imports/fixture.ts'
import { resolveGroupSetting } from '../../src/features/people/groups/access/index.ts'
import { groupsCache } from '../../src/features/people/groups/cache.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { joinChannel, makeChannel } from '../harness/channel.ts'
import { raw, sendFiles, upload } from '../harness/files.ts'

const png = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#f80' } })
    .png()
    .toBuffer()

type Rows = Record<string, unknown>[]

async function zulipArchive(server: TestServer, { org }: TestOrganization, more: object = {}) {
  const { blobs, config } = server.runtime
  const path = join(await mkdtemp(join(config.dataDir, 'archive-')), 'zulip.tar.gz')
  const counts = await writeZulipArchive({ org, blobs, path, ...more })
  return { path, counts }
}

async function filesOf(path: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const tar = extract()
  tar.end(gunzipSync(await readFile(path)))
  for await (const entry of tar) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    files.set(entry.header.name.replace(/^zulip-export-[0-9a-f]+\//, ''), Buffer.concat(parts))
  }
  return files
}
const tablesOf = (files: Map<string, Buffer>, name: string): Record<string, Rows> =>
  JSON.parse((files.get(name) ?? assert.fail(`there is no ${name}`)).toString())

/** A person's messages, without IDs. */
const told = (messages: readonly FetchedMessage[]) =>
  messages.map(({ content, subject, sender_full_name, timestamp, flags, display_recipient, reactions, ...more }) => ({
    content: content
      .replace(/\|\d+\*\*/g, '**')
      .replace(/\/user_uploads\/\S+\//g, '/user_uploads/')
      .replace(/\/near\/\d+/g, '/near/'),
    ...{ subject, sender_full_name, timestamp, last_edit_timestamp: more.last_edit_timestamp },
    place:
      typeof display_recipient === 'string' ? display_recipient : display_recipient.map((one) => one.full_name).sort(),
    flags: flags.filter((flag) => ['read', 'starred', 'mentioned', 'historical'].includes(flag)).sort(),
    reactions: reactions.map(({ emoji_name }) => emoji_name).sort(),
  }))

/** People who have written in channels and to each other, with every feature of messages. */
async function lively(society: TestOrganization) {
  const { owner: ada } = society
  const [ben, cleo] = [await society.join('Ben Ähren'), await society.join('Cleo')]
  const gus = await society.join('Gus', roles.guest)
  const garden = await makeChannel(ada.org, 'garden', [ada, ben, cleo, gus])
  const cellar = await makeChannel(ada.org, 'cellar 🍷', [ada, ben], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const board = await makeChannel(ada.org, 'board', [ada], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const { url } = await upload(
    ben,
    'plän für den sehr langen Garten hinter dem Haus, in dem wir alle wohnen, seit Jahren.txt',
    'the plan',
  )
  const first = await ben.sends(`Look at [the plan](${url}), @**Cleo**`, { channel: garden, topic: 'plans' })
  await ada.sends('Fine :octopus:', { channel: garden, topic: 'an *other* topic ✓' })
  const edited = await cleo.sends('Befor', { channel: garden, topic: 'plans' })
  await cleo.send('PATCH', `/messages/${edited}`, { content: 'Before' })
  await ada.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tea' })
  await cleo.send('POST', `/messages/${first}/reactions`, { emoji_name: 'octopus' })
  await ada.sends('Nobody else knows', { channel: cellar, topic: 'plans' })
  await ada.sends('Before Ben came', { channel: board, topic: 'plans' })
  await joinChannel(ada.org, board, ben, ada)
  await ada.sends('After Ben came', { channel: board, topic: 'plans' })
  await ada.sends('Between us', ben)
  await ben.sends('And back', ada)
  await ada.sends('For three', [ben, cleo])
  await cleo.sends('Note to self', cleo)
  await ben.send('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'starred' })
  await gus.send('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' })
  const removing = { direct_members: [ben.id], direct_subgroups: [] }
  await ada.send('PATCH', `/streams/${garden}`, { can_remove_subscribers_group: { new: removing } })
  return { ada, ben, cleo, gus }
}

function holdersIn(org: Organization, value: GroupSettingValue): string[] {
  const { direct_members, direct_subgroups } = resolveGroupSetting(org, value)
  const people = direct_members.map((id) => org.get(peopleCache).byId.get(id)?.fullName)
  return [...people, ...direct_subgroups.map((id) => org.get(groupsCache).byId.get(id)?.name)].map(String).sort()
}

const channelsOf = (org: Organization) =>
  org
    .get(channelsCache)
    .inOrder()
    .map(({ id, name, description, isPrivate, historyPublicToSubscribers, isArchived, permissions }) => ({
      ...{ name, description, isPrivate, historyPublicToSubscribers, isArchived },
      permissions: Object.fromEntries(Object.entries(permissions).map(([can, value]) => [can, holdersIn(org, value)])),
      people: org
        .get(subscribersCache)
        .list(id)
        .map((user) => org.get(peopleCache).byId.get(user)?.fullName)
        .sort(),
    }))

const ours = (messages: FetchedMessage[]) =>
  messages.filter(({ sender_full_name }) => !/Notification Bot|Welcome Bot/.test(sender_full_name))

test('an export for the public server imports back unchanged', async ({ server, society }) => {
  const people = await lively(society)
  const before = new Map<string, ReturnType<typeof told>>()
  for (const person of Object.values(people)) before.set(person.email, told(ours(await readable(person))))
  const { path, counts } = await zulipArchive(server, society, { perFile: 4 })
  assert.ok(counts.messages >= 12 && counts.uploads === 1 && counts.reactions === 2 && counts.missing === 0)
  const other = await startServer()
  try {
    const there = await TestOrganization.found(other)
    const { outcome } = await takeInFile(other, there.org, path)
    assert.ok([...before.values()].every((messages) => messages.length >= 3))
    assert.deepEqual(outcome.lost, {})
    assert.equal(outcome.written, counts.messages)
    for (const [key, person] of Object.entries(people)) {
      const again = await claimed(there, person.email, person.name)
      const after = told(ours(await readable(again)))
      assert.deepEqual(after, before.get(person.email), key)
    }
    assert.deepEqual(channelsOf(there.org).slice(-3), channelsOf(society.org).slice(-3))
    const reader = await claimed(there, 'dora@example.com', 'Dora')
    const [withFile] = (await readable(reader)).filter(({ content }) => content.includes('/user_uploads/'))
    const link = /\((\/user_uploads\/[^)]+)\)/.exec(withFile?.content ?? '')?.[1] ?? assert.fail('no file came')
    const { url } = (await reader.send('GET', link)) as { url: string }
    assert.equal((await raw(other, there.org, url)).body.toString(), 'the plan')
  } finally {
    await other.close()
  }
})

const required: Record<string, readonly string[]> = {
  zerver_realm: ['id', 'name', 'string_id', 'description', 'date_created', 'deactivated'],
  zerver_userprofile: [
    ...['id', 'delivery_email', 'email', 'full_name', 'role', 'is_active', 'is_bot', 'bot_type', 'bot_owner'],
    ...['is_mirror_dummy', 'recipient', 'timezone', 'date_joined', 'avatar_source', 'avatar_version', 'long_term_idle'],
  ],
  zerver_userprofile_crossrealm: ['id', 'email', 'recipient_id'],
  zerver_stream: [
    ...['id', 'name', 'description', 'rendered_description', 'invite_only', 'history_public_to_subscribers'],
    ...['is_web_public', 'deactivated', 'creator', 'date_created', 'recipient', 'message_retention_days'],
    ...['first_message_id', 'can_administer_channel_group', 'can_send_message_group'],
  ],
  zerver_recipient: ['id', 'type', 'type_id'],
  zerver_subscription: ['user_profile', 'recipient', 'active', 'is_user_active', 'is_muted', 'color', 'pin_to_top'],
  zerver_huddle: ['id', 'huddle_hash', 'recipient', 'group_size'],
  zerver_usergroup: ['id'],
  zerver_namedusergroup: [
    'usergroup_ptr',
    'name',
    'description',
    'is_system_group',
    'deactivated',
    'can_mention_group',
  ],
  zerver_usergroupmembership: ['user_group', 'user_profile'],
  zerver_groupgroupmembership: ['supergroup', 'subgroup'],
  zerver_reaction: ['message', 'user_profile', 'emoji_name', 'emoji_code', 'reaction_type'],
  zerver_message: [
    ...['id', 'sender', 'recipient', 'subject', 'content', 'rendered_content', 'date_sent', 'last_edit_time'],
    ...['edit_history', 'type', 'is_channel_message', 'has_attachment', 'has_image', 'has_link', 'sending_client'],
  ],
  zerver_usermessage: ['user_profile', 'message', 'flags_mask'],
  zerver_attachment: ['path_id', 'file_name', 'size', 'owner', 'messages', 'is_realm_public', 'create_time'],
}
/** Which table a column's references are in. */
const references: readonly [table: string, column: string, to: string][] = [
  ['zerver_userprofile', 'recipient', 'zerver_recipient'],
  ['zerver_userprofile', 'bot_owner', 'people'],
  ['zerver_stream', 'recipient', 'zerver_recipient'],
  ['zerver_stream', 'creator', 'people'],
  ['zerver_stream', 'can_administer_channel_group', 'zerver_usergroup'],
  ['zerver_realm', 'can_create_groups', 'zerver_usergroup'],
  ['zerver_namedusergroup', 'usergroup_ptr', 'zerver_usergroup'],
  ['zerver_usergroupmembership', 'user_group', 'zerver_usergroup'],
  ['zerver_usergroupmembership', 'user_profile', 'people'],
  ['zerver_groupgroupmembership', 'subgroup', 'zerver_usergroup'],
  ['zerver_subscription', 'recipient', 'zerver_recipient'],
  ['zerver_subscription', 'user_profile', 'people'],
  ['zerver_huddle', 'recipient', 'zerver_recipient'],
  ['zerver_message', 'recipient', 'zerver_recipient'],
  ['zerver_message', 'sender', 'people'],
  ['zerver_message', 'sending_client', 'zerver_client'],
  ['zerver_usermessage', 'message', 'zerver_message'],
  ['zerver_usermessage', 'user_profile', 'people'],
  ['zerver_reaction', 'message', 'zerver_message'],
  ['zerver_attachment', 'owner', 'people'],
]

test("an archive for the public server has its format's tables, columns, and files", async ({ server, society }) => {
  const { ada } = await lively(society)
  const picture = { filename: 'picture.png', content: await png() }
  for (const place of ['/users/me/avatar', '/realm/emoji/sun_up'])
    assert.equal((await sendFiles(ada, place, [picture])).status, 200)
  const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const { path, counts } = await zulipArchive(server, society, { perFile: 5 })
  const files = await filesOf(path)
  const parts = [...files.keys()].filter((name) => name.startsWith('messages-'))
  assert.deepEqual(parts.slice(0, 2), ['messages-000001.json', 'messages-000002.json'])
  const tables: Record<string, Rows> = {
    ...tablesOf(files, 'realm.json'),
    ...tablesOf(files, 'attachment.json'),
    ...{ zerver_message: [], zerver_usermessage: [] },
  }
  let last = 0
  for (const part of parts) {
    const { zerver_message = [], zerver_usermessage = [] } = tablesOf(files, part)
    assert.ok(zerver_message.length <= 5)
    for (const { id } of zerver_message) assert.ok((id as number) > last, 'messages ascend')
    last = zerver_message.at(-1)?.id as number
    // a message's rows are all in one file
    const here = new Set(zerver_message.map(({ id }) => id))
    assert.ok(zerver_usermessage.every(({ message }) => here.has(message)))
    tables.zerver_message?.push(...zerver_message)
    tables.zerver_usermessage?.push(...zerver_usermessage)
  }
  assert.equal(tables.zerver_message?.length, counts.messages)
  for (const [table, columns] of Object.entries(required)) {
    const rows = tables[table] ?? assert.fail(`there is no ${table}`)
    assert.ok(rows.length > 0, `${table} is empty`)
    for (const row of rows) for (const column of columns) assert.ok(column in row, `${table} has no ${column}`)
  }
  tables.people = ['', '_mirrordummy', '_crossrealm'].flatMap((kind) => tables[`zerver_userprofile${kind}`] ?? [])
  for (const [table, column, to] of references) {
    const known = new Set(tables[to]?.map(({ id }) => id))
    for (const row of tables[table] ?? [])
      assert.ok(row[column] === null || known.has(row[column]), `${table}.${column} names ${row[column]}`)
  }
  for (const [name, rows] of Object.entries(tables))
    if (rows[0] && 'id' in rows[0] && name !== 'people')
      assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, `ids of ${name} are unique`)
  const text = [...files.values()].map((content) => content.toString('latin1')).join('\n')
  for (const secret of [ada.apiKey, bot.apiKey, 'password', 'api_key', 'email_token'])
    assert.ok(!text.includes(secret), `the archive holds ${secret}`)
  for (const place of ['uploads', 'avatars', 'emoji', 'realm_icons']) {
    const records = JSON.parse(files.get(`${place}/records.json`)?.toString() ?? 'null') as {
      path: string
      size: number
    }[]
    for (const { path, size } of records) assert.equal(files.get(`${place}/${path}`)?.length, size, path)
    assert.equal(records.length, { uploads: 1, avatars: 2, emoji: 2, realm_icons: 0 }[place])
  }
  const stats = tablesOf(files, 'stats.json') as unknown as Record<string, Record<string, number>>
  assert.equal(stats['realm.json']?.zerver_stream, tables.zerver_stream?.length)
  assert.ok('migrations_by_app' in tablesOf(files, 'migration_status.json'))
})

test('owners get an archive for the public server, and see its progress', async ({ ada, ines, society }) => {
  await lively(society)
  const zulip = { export_format: 'zulip', export_type: 'full_without_consent' } as const
  await ada.refused(api.exportRealm, { export_format: 'zulip' }, api.formatHoldsEverything)
  await ada.refused(api.exportRealm, zulip, api.consentNeeded)
  await allowFullExport(ada.server.runtime, { org: society.subdomain, isAllowed: true })
  await ines.refused(api.exportRealm, zulip, mustBeOwner)
  const watch = await ada.register('realm_export')
  await ada.call(api.exportRealm, zulip)
  const [waiting] = (await ada.call(api.getRealmExports)).exports
  assert.deepEqual([waiting?.export_format, waiting?.counts, waiting?.size], ['zulip', null, null])
  assert.equal(typeof waiting?.percent, 'number')
  const [done] = await settled(ada)
  const answer = await raw(ada.server, ada.org, new URL(done?.export_url ?? '').pathname)
  assert.equal(answer.body.length, done?.size)
  assert.equal(done?.percent, null)
  const { counts } = done ?? {}
  assert.ok(counts && counts.messages >= 12 && counts.uploads === 1 && counts.reactions === 2 && counts.users >= 5)
  const told = ((await watch.of('realm_export')) as { exports: api.RealmExport[] }[]).map(({ exports }) => exports[0])
  const percents = told.flatMap((one) => (one?.pending ? [one.percent as number] : []))
  assert.ok(percents.length >= 3, `${percents}`)
  assert.deepEqual(
    percents,
    [...percents].sort((a, b) => a - b),
  )
  assert.deepEqual(told.at(-1)?.counts, counts)
})

test('only owners see the link of a full archive', async ({ ada, ines, society, server }) => {
  await allowFullExport(server.runtime, { org: society.subdomain, isAllowed: true })
  const omar = await society.join('Omar', roles.owner)
  const ids = [(await omar.call(api.exportRealm, { export_type: 'full_without_consent' })).id]
  ids.push((await ines.call(api.exportRealm, {})).id)
  const [full] = await settled(ada)
  const linksFor = async (person: Person) =>
    (await person.call(api.getRealmExports)).exports.map(
      ({ export_url, url_expires_timestamp }) => export_url !== null && url_expires_timestamp !== null,
    )
  assert.deepEqual(await linksFor(ada), [true, true])
  assert.deepEqual(await linksFor(omar), [true, true])
  assert.deepEqual(await linksFor(ines), [false, true], 'an administrator sees the public one only')
  await ines.refused(api.createRealmExportLink, { export_id: ids[0] as number }, mustBeOwner)
  assert.equal((await raw(server, ada.org, new URL(full?.export_url ?? '').pathname)).status, 200)

  const watch = await ines.register('realm_export')
  await ines.call(api.revokeRealmExportLink, { export_id: ids[1] as number })
  const [event] = (await watch.of('realm_export')) as unknown as { exports: api.RealmExport[] }[]
  assert.deepEqual(
    event?.exports.map(({ export_url }) => export_url),
    [null, null],
  )
  await ines.call(api.revokeRealmExportLink, { export_id: ids[0] as number })
  assert.deepEqual(await linksFor(ada), [false, false])
  await ada.send('PATCH', `/users/${omar.id}`, { role: roles.administrator })
  await ada.call(api.createRealmExportLink, { export_id: ids[0] as number })
  assert.deepEqual(await linksFor(ada), [true, false])
  assert.deepEqual(await linksFor(omar), [false, false], 'a former owner loses the link with the role')
  await omar.refused(api.createRealmExportLink, { export_id: ids[0] as number }, mustBeOwner)
})
