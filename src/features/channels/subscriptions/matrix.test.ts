import { ApiError, roles } from '#contract'
import type { Viewer } from '#platform/viewer'
import { assert, type Person, type TestOrganization, test } from '#test'
import { organizationCache, settingsOf } from '../../people/organization/cache.ts'
import type { ChannelPermissionName } from '../../people/organization/permission-settings.ts'
import type { PermissionSettingName } from '../../people/organization/settings.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import {
  canDeleteAnyMessage,
  canDeleteOwnMessage,
  canMoveMessagesOut,
  canMoveMessagesWithin,
  canResolveTopics,
} from '../channels/access.ts'
import { getChannels, updateChannel } from '../channels/api.ts'
import { channelsCache } from '../channels/cache.ts'
import type { Channel } from '../channels/channel.ts'
import { createChannelFolder } from '../channels/folders/api.ts'
import { channelPermissionNames } from '../channels/wire.ts'
import { createChannel, subscribeToChannels, unsubscribeFromChannels } from './api.ts'

type Role = keyof typeof roles
const roleNames = Object.keys(roles) as Role[]
const both = [true, false]

/** A user with a role, inside or outside of a channel, with or without its permission. */
interface Row {
  role: Role
  setting: ChannelPermissionName
  granted: boolean
  isPrivate: boolean
  subscribed: boolean
}

const isGuest = ({ role }: Pick<Row, 'role'>) => role === 'guest'
const isAdministrator = ({ role }: Pick<Row, 'role'>) => roles[role] <= roles.administrator
const closedToGuests = new Set(['can_add_subscribers_group', 'can_administer_channel_group', 'can_subscribe_group'])
/** Whether the user has one of these permissions and their role allows it. */
const given = (row: Row, ...names: ChannelPermissionName[]) =>
  row.granted && names.includes(row.setting) && !(isGuest(row) && closedToGuests.has(row.setting))

/** The rules, written independently of the implementation. */
const can = {
  read: (row: Row) =>
    row.subscribed ||
    (!isGuest(row) && (!row.isPrivate || given(row, 'can_add_subscribers_group', 'can_subscribe_group'))),
  see: (row: Row): boolean => can.read(row) || can.administer(row),
  administer: (row: Row) => isAdministrator(row) || given(row, 'can_administer_channel_group'),
  add: (row: Row) => !isGuest(row) && can.read(row) && (can.administer(row) || given(row, 'can_add_subscribers_group')),
  remove: (row: Row) => can.administer(row) || (can.see(row) && given(row, 'can_remove_subscribers_group')),
  join: (row: Row) => can.read(row),
  post: (row: Row) => can.read(row) && (row.setting !== 'can_send_message_group' || row.granted),
  begin: (row: Row) => can.post(row) && (row.setting !== 'can_create_topic_group' || row.granted),
}

async function cast(society: TestOrganization): Promise<Record<Role, Person>> {
  const people = {} as Record<Role, Person>
  for (const role of roleNames) people[role] = await society.join(role, roles[role])
  return people
}

const allowed = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    (error) => {
      if (error instanceof ApiError && error.status < 500) return false
      throw error
    },
  )

test('each channel permission allows exactly what it names, for every role', async ({ ada, society }) => {
  const people = await cast(society)
  const everyone = roleNames.map((role) => people[role].id)
  const target = await society.join('Target')
  const outsider = await society.join('Outsider')
  const nobodyGroup = society.org.get(organizationCache).systemGroups.get('role:nobody') as number
  await ada.call(updateOrganization, { can_add_subscribers_group: nobodyGroup })
  const wrong: unknown[] = []
  let rows = 0
  const expect = (row: Row, action: keyof typeof can, outcome: boolean) => {
    rows++
    if (outcome !== can[action](row)) wrong.push({ ...row, action, outcome })
  }
  const settings: ChannelPermissionName[] = [
    'can_add_subscribers_group',
    'can_administer_channel_group',
    'can_create_topic_group',
    'can_remove_subscribers_group',
    'can_resolve_topics_group',
    'can_send_message_group',
    'can_subscribe_group',
  ]
  const channels: { id: number; row: Omit<Row, 'role'> }[] = []
  for (const setting of settings)
    for (const granted of both)
      for (const isPrivate of both)
        for (const subscribed of both) {
          const name = `Channel ${channels.length}`
          const { id } = await ada.call(createChannel, {
            name,
            subscribers: [ada.id, target.id, ...(subscribed ? everyone : [])],
            invite_only: isPrivate,
            history_public_to_subscribers: true,
            send_new_subscription_messages: false,
          })
          await target.sends('Hello', { channel: id, topic: 'old' })
          const value = granted ? { direct_members: everyone, direct_subgroups: [] } : nobodyGroup
          await ada.call(updateChannel, { stream_id: id, [setting]: { new: value } })
          channels.push({ id, row: { setting, granted, isPrivate, subscribed } })
          const probe = async (role: Role) => {
            const person = people[role]
            const row = { role, setting, granted, isPrivate, subscribed }
            const subscriptions = [{ name }]
            const takeOut = { subscriptions: [name], principals: [outsider.id] }
            expect(row, 'administer', await allowed(person.call(updateChannel, { stream_id: id, description: '' })))
            const add = { subscriptions, principals: [target.id] }
            expect(row, 'add', await allowed(person.call(subscribeToChannels, add)))
            expect(row, 'remove', await allowed(person.call(unsubscribeFromChannels, takeOut)))
            expect(row, 'post', await allowed(person.sends('Hello', { channel: id, topic: 'old' })))
            expect(row, 'begin', await allowed(person.sends('Hello', { channel: id, topic: `by ${role}` })))
          }
          await Promise.all(roleNames.map(probe))
        }
  const nothing = { include_public: false, include_subscribed: false }
  for (const role of roleNames) {
    const list = async (params: object) =>
      new Set((await people[role].call(getChannels, { ...nothing, ...params })).streams.map((one) => one.stream_id))
    const seen = await list({ include_all: true })
    const readable = await list({ include_can_access_content: true })
    for (const { id, row } of channels) {
      expect({ ...row, role }, 'see', seen.has(id))
      expect({ ...row, role }, 'read', readable.has(id))
    }
    const subscriptions = channels.map((_channel, index) => ({ name: `Channel ${index}` }))
    const reply = await people[role].call(subscribeToChannels, { subscriptions, authorization_errors_fatal: false })
    const refused = new Set(reply.unauthorized)
    for (const [index, { row }] of channels.entries())
      expect({ ...row, role }, 'join', !refused.has(`Channel ${index}`))
  }
  assert.deepEqual(wrong, [])
  assert.equal(rows, settings.length * 8 * roleNames.length * Object.keys(can).length)
})

/** Requirements for a channel administrator to change each property. */
const changes: Record<string, { asked: Params; undo: Params; takes: (row: ChangeRow) => boolean }> = {
  name: { asked: { new_name: 'Renamed' }, undo: { new_name: 'Channel' }, takes: () => true },
  description: { asked: { description: 'New' }, undo: { description: '' }, takes: () => true },
  privacy: {
    asked: { is_private: true, history_public_to_subscribers: false },
    undo: { is_private: false },
    takes: ({ reads }) => reads,
  },
  default: {
    asked: { is_default_stream: true },
    undo: { is_default_stream: false },
    takes: ({ role, isPrivate }) => roles[role] <= roles.administrator && !isPrivate,
  },
  retention: {
    asked: { message_retention_days: 7 },
    undo: { message_retention_days: 'realm_default' },
    takes: ({ role }) => role === 'owner',
  },
  push: {
    asked: { default_push_notifications: true },
    undo: { default_push_notifications: false },
    takes: ({ role }) => roles[role] <= roles.administrator,
  },
  topics: {
    asked: { topics_policy: 'allow_empty_topic' },
    undo: { topics_policy: 'inherit' },
    takes: ({ role }) => roles[role] <= roles.moderator,
  },
  slow: { asked: { slow_mode_seconds: 5 }, undo: { slow_mode_seconds: 0 }, takes: () => true },
  folder: { asked: {}, undo: { folder_id: null }, takes: () => true },
  archive: { asked: { is_archived: true }, undo: { is_archived: false }, takes: () => true },
}
type Params = Record<string, unknown>
interface ChangeRow {
  role: Role
  isPrivate: boolean
  subscribed: boolean
  administers: boolean
  reads: boolean
}
const opening = ['can_add_subscribers_group', 'can_subscribe_group']
const deletion = ['can_delete_any_message_group', 'can_delete_own_message_group']

test('every channel property requires its permission, for every role, inside and outside', async ({ ada, society }) => {
  const people = await cast(society)
  const { systemGroups } = society.org.get(organizationCache)
  const moderators = systemGroups.get('role:moderators') as number
  await ada.call(updateOrganization, {
    can_set_topics_policy_group: moderators,
    can_set_delete_message_policy_group: moderators,
  })
  const { channel_folder_id } = await ada.call(createChannelFolder, { name: 'Folder' })
  const table: typeof changes = { ...changes }
  table.folder = { ...(changes.folder as (typeof changes)['x']), asked: { folder_id: channel_folder_id } }
  for (const name of channelPermissionNames) {
    if (name === 'can_administer_channel_group') continue
    table[name] = {
      asked: { [name]: { new: { direct_members: [ada.id], direct_subgroups: [] } } },
      undo: { [name]: { new: systemGroups.get('role:nobody') as number } },
      takes: ({ reads, role }) =>
        (!opening.includes(name) || reads) && (!deletion.includes(name) || roles[role] <= roles.moderator),
    }
  }
  const wrong: unknown[] = []
  let rows = 0
  for (const role of roleNames)
    for (const isPrivate of both)
      for (const subscribed of both)
        for (const holds of both) {
          const person = people[role]
          const { id: stream_id } = await ada.call(createChannel, {
            name: 'Channel',
            subscribers: [ada.id, ...(subscribed ? [person.id] : [])],
            invite_only: isPrivate,
            send_new_subscription_messages: false,
            can_administer_channel_group: { direct_members: holds ? [person.id] : [], direct_subgroups: [] },
          })
          const path = `/streams/${stream_id}`
          const administers = roles[role] <= roles.administrator || (holds && role !== 'guest')
          const reads = subscribed || (role !== 'guest' && !isPrivate)
          const row = { role, isPrivate, subscribed, administers, reads }
          for (const [part, { asked, undo, takes }] of Object.entries(table)) {
            const change = part === 'privacy' && isPrivate ? undo : asked
            const outcome = await allowed(person.send('PATCH', path, change))
            rows++
            if (outcome !== (administers && takes(row))) wrong.push({ ...row, part, outcome })
            const back = part === 'privacy' && isPrivate ? asked : undo
            if (outcome) await allowed(ada.send('PATCH', path, back))
          }
          await ada.call(updateChannel, { stream_id, new_name: `Done ${rows}`, is_archived: true })
        }
  assert.deepEqual(wrong, [])
  assert.equal(rows, 5 * 8 * Object.keys(table).length)
})

test("message permissions follow the channel's, the organization's, and channel administration", async ({
  ada,
  society,
}) => {
  const people = await cast(society)
  const { systemGroups } = society.org.get(organizationCache)
  const nobodyGroup = systemGroups.get('role:nobody') as number
  const rules = [
    {
      can: canDeleteAnyMessage,
      own: 'can_delete_any_message_group',
      realm: 'can_delete_any_message_group',
      adm: false,
    },
    {
      can: canDeleteOwnMessage,
      own: 'can_delete_own_message_group',
      realm: 'can_delete_own_message_group',
      adm: false,
    },
    {
      can: canMoveMessagesOut,
      own: 'can_move_messages_out_of_channel_group',
      realm: 'can_move_messages_between_channels_group',
      adm: true,
    },
    {
      can: canMoveMessagesWithin,
      own: 'can_move_messages_within_channel_group',
      realm: 'can_move_messages_between_topics_group',
      adm: true,
    },
    { can: canResolveTopics, own: 'can_resolve_topics_group', realm: 'can_resolve_topics_group', adm: false },
  ] as const
  const { id } = await ada.call(createChannel, { name: 'Channel', subscribers: [ada.id] })
  const channel = society.org.get(channelsCache).byId.get(id) as Channel
  const closed = Object.fromEntries(channelPermissionNames.map((name) => [name, nobodyGroup])) as Channel['permissions']
  const realmNames = rules.map(({ realm }) => realm satisfies PermissionSettingName)
  const settings = { ...settingsOf(society.org), ...Object.fromEntries(realmNames.map((name) => [name, nobodyGroup])) }
  let rows = 0
  for (const { can, own, realm, adm } of rules)
    for (const role of roleNames)
      for (const isPrivate of both)
        for (const subscribed of both)
          for (const inChannel of both)
            for (const inOrganization of both) {
              const viewer = society.org.viewer(people[role].id) as Viewer
              const me = { direct_members: [viewer.id], direct_subgroups: [] }
              const one = {
                ...channel,
                isPrivate,
                isWebPublic: false,
                isArchived: false,
                permissions: { ...closed, ...(inChannel ? { [own]: me } : {}) },
              }
              const outcome = can(viewer, one, subscribed, {
                ...settings,
                ...(inOrganization ? { [realm]: me } : {}),
              })
              const reads = subscribed || (role !== 'guest' && !isPrivate)
              const guestsToo = realm !== 'can_move_messages_between_channels_group'
              const given =
                inChannel ||
                (inOrganization && (role !== 'guest' || guestsToo)) ||
                (adm && roles[role] <= roles.administrator)
              assert.equal(
                outcome,
                reads && given,
                JSON.stringify({ own, role, isPrivate, subscribed, inChannel, inOrganization }),
              )
              rows++
            }
  assert.equal(rows, 400)
})
