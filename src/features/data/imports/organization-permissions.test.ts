import type { Organization } from '#platform/organization'
import { assert, test } from '#test'
import { channelsCache } from '../../channels/channels/cache.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { settingsOf } from '../../people/organization/cache.ts'
import type { PermissionSettingName } from '../../people/organization/settings.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { takeIn } from './fixture.ts'
import { channel, type ExportParts, group, smallExport } from './sources/zulip/fixture.ts'

const roleGroups = { nobody: 50, owners: 51, administrators: 52, moderators: 53, members: 55, everyone: 56 }
const [pilots, benAlone, gone] = [30, 60, 4711]

function ruled(permissions: Partial<Record<PermissionSettingName, unknown>>): ExportParts {
  const parts = smallExport()
  const { realm } = parts
  realm.zerver_namedusergroup = [
    ...Object.entries(roleGroups).map(([name, id]) => group(id, `role:${name}`)),
    group(pilots, 'pilots'),
  ]
  realm.zerver_usergroup = [...Object.values(roleGroups), pilots, benAlone].map((id) => ({ id, realm: 7 }))
  realm.zerver_usergroupmembership = [
    { id: 1, user_group: pilots, user_profile: 2 },
    { id: 2, user_group: benAlone, user_profile: 2 },
  ]
  realm.zerver_groupgroupmembership = []
  Object.assign(realm.zerver_realm?.[0] ?? assert.fail('no organization'), permissions)
  return parts
}

function holdersIn(org: Organization, name: PermissionSettingName): string[] {
  const value = settingsOf(org)[name]
  // unclaimed accounts keep their permissions
  const { direct_members, direct_subgroups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
  const people = direct_members.map((id) => org.get(peopleCache).byId.get(id)?.fullName)
  return [...people, ...direct_subgroups.map((id) => org.get(groupsCache).byId.get(id)?.name)].map(String).sort()
}

const asked = {
  can_create_public_channel_group: roleGroups.administrators,
  can_add_custom_emoji_group: pilots,
  can_create_private_channel_group: benAlone,
  can_create_bots_group: roleGroups.nobody,
  // can't be given to everyone here, and never to no one
  can_invite_users_group: roleGroups.everyone,
  can_create_groups: gone,
  // only for a single role
  can_access_all_users_group: pilots,
  can_create_web_public_channel_group: roleGroups.members,
  can_delete_any_message_group: 'role:members',
}
const expected: Record<keyof typeof asked, string[]> = {
  can_create_public_channel_group: ['role:administrators'],
  can_add_custom_emoji_group: ['pilots'],
  can_create_private_channel_group: ['Ben'],
  can_create_bots_group: ['role:nobody'],
  can_invite_users_group: ['role:members'],
  can_create_groups: ['role:owners'],
  can_access_all_users_group: ['role:members'],
  can_create_web_public_channel_group: ['role:nobody'],
  can_delete_any_message_group: ['role:nobody'],
}
const tooNarrow = 'Permissions of the organization that cannot be given so here: the fewest have them who can'

test("a new organization gets the archive's permissions, never wider ones", async ({ server }) => {
  const parts = ruled(asked)
  const dry = await takeIn(server, undefined, parts, { isDryRun: true })
  const owner = { full_name: 'Olga', email: 'olga@new.example', password: 'correct horse battery' }
  const into = { runtime: server.runtime, name: 'New', subdomain: `ruled-${process.pid}`, owner }
  const { outcome, report } = await takeIn(server, undefined, parts, { into })
  const { id } = await server.runtime.db.read((tx) =>
    tx.selectFrom('organization').select('id').where('subdomain', '=', into.subdomain).executeTakeFirstOrThrow(),
  )
  const org = await server.runtime.organization(id)
  for (const [name, holders] of Object.entries(expected))
    assert.deepEqual(holdersIn(org, name as PermissionSettingName), holders, name)
  assert.equal(outcome.lost[tooNarrow], 2)
  assert.match(report, /the fewest have them who can: can_create_groups: owners/)
  assert.deepEqual(dry.outcome.lost, outcome.lost)
})

test('an existing organization keeps its permissions, and the report says so', async ({ server, society }) => {
  const before = settingsOf(society.org)
  for (const isDryRun of [true, false]) {
    const { outcome, report } = await takeIn(server, society.org, ruled(asked), { isDryRun })
    const kept = "The organization's permissions, which stay unchanged here"
    assert.equal(outcome.changed[kept], Object.keys(asked).length)
    assert.match(report, /can_create_bots_group/)
  }
  assert.deepEqual(settingsOf(society.org), before)
})

test('channels keep their policy on empty topics; unknown ones are reported', async ({ server, society }) => {
  const parts = smallExport()
  const said = { words: 'disable_empty_topic', number: 4, 'nothing said': undefined, nonsense: 99, 'other kind': {} }
  const all = Object.entries(said).map(([name, topics_policy], index) => channel(20 + index, name, { topics_policy }))
  parts.realm.zerver_stream?.push(...all)
  const { outcome, report } = await takeIn(server, society.org, parts)
  const policies = Object.keys(said).map((name) => society.org.get(channelsCache).named(name)?.topicsPolicy)
  assert.deepEqual(policies, ['disable_empty_topic', 'empty_topic_only', 'inherit', 'inherit', 'inherit'])
  assert.equal(outcome.lost['Unknown rules about empty topics'], 2)
  assert.match(report, /Unknown rules about empty topics: nonsense/)
})
