import { roles } from '#contract'
import { assert, type Person, type TestServer, test } from '#test'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { groupPermission } from '../../people/groups/access/permissions.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import { channelPolicies } from '../../people/organization/settings.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { claimed, takeIn } from './fixture.ts'
import { channel, type ExportParts, group, member, message, person, smallExport } from './sources/zulip/fixture.ts'

const roleGroups = {
  nobody: 50,
  owners: 51,
  administrators: 52,
  moderators: 53,
  fullmembers: 54,
  members: 55,
  everyone: 56,
}
/** Ben is in pilots, and these are in crew, where Cleo is; 60 to 62 exist for a single permission. */
const [pilots, crew, gone, adaAlone, adaAndPilots, none] = [30, 31, 32, 60, 61, 62]
const unknown = 4711

/** Channels by their permission in the archive; the first six are public. */
const channels = {
  'for members': { can_send_message_group: roleGroups.members },
  'for pilots': { can_send_message_group: pilots },
  'for the crew': { can_send_message_group: crew },
  'for ada': { can_send_message_group: adaAlone },
  'for ada and pilots': { can_send_message_group: adaAndPilots },
  'for nobody': { can_send_message_group: roleGroups.nobody },
  'for an empty group': { can_send_message_group: none },
  'for what is gone': { can_send_message_group: gone },
  'for what is unknown': { can_send_message_group: unknown },
  'for what is broken': { can_send_message_group: 'role:members' },
  'of old, for administrators': { stream_post_policy: channelPolicies.administrators },
  'of old, for everybody': { stream_post_policy: channelPolicies.everyone },
  'of very old, for administrators': { is_announcement_only: true },
} as const
const posters: Record<keyof typeof channels, readonly string[]> = {
  'for members': ['ada', 'ben', 'cleo', 'dora'],
  'for pilots': ['ben'],
  'for the crew': ['ben', 'cleo'],
  'for ada': ['ada'],
  'for ada and pilots': ['ada', 'ben'],
  'for nobody': [],
  'for an empty group': [],
  'for what is gone': [],
  'for what is unknown': [],
  'for what is broken': [],
  'of old, for administrators': [],
  'of old, for everybody': ['ada', 'ben', 'cleo', 'dora'],
  'of very old, for administrators': [],
}

const closed = { invite_only: true, history_public_to_subscribers: true }
/** Private channels with Ada as the only member. */
const privateChannels = {
  'open to pilots': { can_subscribe_group: pilots },
  'open to members': { can_subscribe_group: roleGroups.members },
  'filled by ada and pilots': { can_add_subscribers_group: adaAndPilots },
  'filled by moderators': { can_add_subscribers_group: roleGroups.moderators },
  'open to nobody': { can_subscribe_group: roleGroups.nobody, can_administer_channel_group: crew },
} as const
const insiders: Record<keyof typeof privateChannels, readonly string[]> = {
  'open to pilots': ['ben'],
  'open to members': [],
  'filled by ada and pilots': ['ben'],
  'filled by moderators': [],
  'open to nobody': [],
}

function guarded(): ExportParts {
  const parts = smallExport()
  const { realm } = parts
  const all = [
    ...Object.entries(channels).map(([name, more], index) => channel(20 + index, name, more)),
    ...Object.entries(privateChannels).map(([name, more], index) => channel(40 + index, name, { ...closed, ...more })),
  ]
  realm.zerver_stream?.push(...all)
  realm.zerver_recipient?.push(...all.map(({ id }) => ({ id: 100 + id, type: 2, type_id: id })))
  realm.zerver_subscription?.push(...all.map(({ id }) => member(1, 100 + id)))
  parts.messages[0]?.zerver_message?.push(...all.map(({ id }) => message(100 + id, 1, 100 + id, 'Inside')))
  realm.zerver_userprofile = [...(realm.zerver_userprofile ?? []).filter(({ id }) => id !== 3), person(3, 'Cleo')]
  const names = Object.entries(roleGroups).map(([name, id]) => group(id, `role:${name}`))
  realm.zerver_namedusergroup = [
    ...names,
    group(pilots, 'pilots', { can_mention_group: crew, can_join_group: roleGroups.members }),
    group(crew, 'crew', { can_manage_group: adaAlone, can_mention_group: roleGroups.nobody }),
    group(gone, 'gone', { deactivated: true }),
  ]
  const ids = [...Object.values(roleGroups), pilots, crew, gone, adaAlone, adaAndPilots, none]
  realm.zerver_usergroup = ids.map((id) => ({ id, realm: 7 }))
  realm.zerver_usergroupmembership = [
    { id: 1, user_group: pilots, user_profile: 2 },
    { id: 2, user_group: crew, user_profile: 3 },
    { id: 3, user_group: adaAlone, user_profile: 1 },
    { id: 4, user_group: adaAndPilots, user_profile: 1 },
  ]
  realm.zerver_groupgroupmembership = [
    { id: 1, supergroup: crew, subgroup: pilots },
    { id: 2, supergroup: adaAndPilots, subgroup: pilots },
    { id: 3, supergroup: crew, subgroup: roleGroups.moderators },
  ]
  return parts
}

const named = ({ org }: { org: Person['org'] }, name: string): Channel =>
  org.get(channelsCache).named(name) ?? assert.fail(`there is no ${name}`)
const works = (doing: Promise<unknown>): Promise<boolean> =>
  doing.then(
    () => true,
    () => false,
  )
const reads = async (one: Person, channelId: number): Promise<boolean> => {
  const asked = {
    anchor: 'oldest',
    num_before: 0,
    num_after: 10,
    narrow: [{ operator: 'channel', operand: channelId }],
  }
  const { messages } = await one.send('GET', '/messages', asked).catch(() => ({ messages: [] }))
  return (messages as { content: string }[]).some(({ content }) => content.includes('Inside'))
}
const who = async (people: Readonly<Record<string, Person>>, can: (one: Person) => Promise<boolean>) => {
  const those: string[] = []
  for (const [name, one] of Object.entries(people)) if (await can(one)) those.push(name)
  return those
}

test('people get no more permissions in imported channels than the archive says', async ({ server, society }) => {
  const { outcome, report } = await takeIn(server, society.org, guarded())
  const [ada, ben, cleo] = [
    await claimed(society, 'ada@old.example', 'Old Ada'),
    await claimed(society, 'ben@old.example', 'Ben'),
    await claimed(society, 'cleo@old.example', 'Cleo'),
  ]
  // not in the archive, like the moderator and the guest
  const dora = await society.join('Dora')
  const momo = await society.join('Momo', roles.moderator)
  const gus = await society.join('Gus of here', roles.guest)
  const people = { ada, ben, cleo, dora }
  for (const [name, expected] of Object.entries(posters)) {
    const to = named(society, name).id
    const can = await who({ ...people, gus }, (one) => works(one.sends('May I?', { channel: to, topic: 'plans' })))
    assert.deepEqual(can, expected, name)
  }
  const outsiders = { ben, cleo, dora, momo, gus }
  for (const [name, expected] of Object.entries(insiders)) {
    const { id } = named(society, name)
    const read = await who(outsiders, (one) => reads(one, id))
    assert.deepEqual(read, expected, `${name}: who looks inside`)
    const joined = await who(outsiders, (one) =>
      works(one.send('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })),
    )
    assert.deepEqual(joined, expected, `${name}: who joins`)
  }
  const adding = await who({ cleo, dora, momo }, (one) =>
    works(
      one.send('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: 'filled by moderators' }],
        principals: [dora.id],
      }),
    ),
  )
  assert.deepEqual(adding, [])
  // administrators of a private channel know that it exists, but can't read it
  const seen = await who(outsiders, async (one) => {
    const { streams } = (await one.send('GET', '/streams', { include_all: true })) as { streams: { name: string }[] }
    return streams.some(({ name }) => name === 'open to nobody')
  })
  assert.deepEqual(seen, ['ben', 'cleo'])
  assert.equal(outcome.lost['Permissions of groups missing from the archive'], 3)
  assert.equal(outcome.lost['Permissions of a role that would be wider here than in the archive'], 3)
  assert.equal(outcome.lost['Group roles, which work differently here'], 1)
  assert.match(
    report,
    /lost: Permissions of groups missing from the archive: for what is unknown: can_send_message_group: group 4711/,
  )
})

test('group permissions are imported, and never become wider', async ({ server, society }) => {
  await takeIn(server, society.org, guarded())
  const { org } = society
  const groups = org.get(groupsCache)
  const [flying, staff] = [groups.named('pilots'), groups.named('crew')]
  assert.ok(flying && staff)
  assert.deepEqual([staff.subgroups, groups.named('gone')], [[flying.id], undefined])
  assert.equal(groupPermission(org, flying, 'can_mention_group'), staff.id)
  // would let in people who couldn't join before
  assert.equal(groupPermission(org, flying, 'can_join_group'), groups.system('role:nobody').id)
  const ada = org.get(peopleCache).withDeliveryEmail('ada@old.example')
  assert.deepEqual(groupPermission(org, staff, 'can_manage_group'), { direct_members: [ada?.id], direct_subgroups: [] })
  assert.equal(groupPermission(org, staff, 'can_mention_group'), groups.system('role:nobody').id)
})

async function ownOrganization(server: TestServer, subdomain: string) {
  const { runtime } = server
  const owner = { full_name: 'Olga', email: 'olga@example.com', password: 'correct horse battery' }
  const { outcome } = await takeIn(server, undefined, guarded(), {
    into: { runtime, name: 'Own', subdomain, owner },
  })
  const { id } = await runtime.db.read((tx) =>
    tx.selectFrom('organization').select('id').where('subdomain', '=', subdomain).executeTakeFirstOrThrow(),
  )
  return { outcome, org: await runtime.organization(id) }
}

test('in a new organization, roles belong to the people of the archive', async ({ server }) => {
  const { outcome, org } = await ownOrganization(server, `own-${process.pid}`)
  const groups = org.get(groupsCache)
  assert.equal(named({ org }, 'open to members').permissions.can_subscribe_group, groups.system('role:members').id)
  assert.equal(
    named({ org }, 'filled by moderators').permissions.can_add_subscribers_group,
    groups.system('role:moderators').id,
  )
  assert.ok(groups.named('crew')?.subgroups.includes(groups.system('role:moderators').id))
  assert.deepEqual(Object.keys(outcome.lost), ['Permissions of groups missing from the archive'])
})
