import { ApiError, insufficientPermission, mustBeAdministrator, mustBeOwner } from '#contract'
import { assert, type Person, test } from '#test'
import { groupNotAllowed, invalidUserId, noSuchGroup } from '../../people/groups/setting-values.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { SystemGroupName } from '../../people/organization/settings.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { emailVisibility } from '../../people/users/wire.ts'
import { getChannel, getChannels, updateChannel } from '../channels/api.ts'
import * as errors from '../channels/errors.ts'
import { channelPermissionNames } from '../channels/wire.ts'
import * as api from './api.ts'

const { createChannel, subscribeToChannels } = api

test('role and organization settings decide who can create which kind of channel', async ({
  ada,
  ines,
  momo,
  ben,
  gus,
  society,
}) => {
  const people = { owner: ada, administrator: ines, moderator: momo, member: ben, guest: gus }
  const { systemGroups } = society.org.get(organizationCache)
  const kinds = {
    can_create_public_channel_group: {},
    can_create_private_channel_group: { invite_only: true },
    can_create_web_public_channel_group: { is_web_public: true },
  }
  const groups: Partial<Record<SystemGroupName, string[]>> = {
    'role:owners': ['owner'],
    'role:administrators': ['owner', 'administrator'],
    'role:moderators': ['owner', 'administrator', 'moderator'],
    'role:members': ['owner', 'administrator', 'moderator', 'member'],
  }
  await ada.call(updateOrganization, { enable_spectator_access: true })
  let number = 0
  const wrong: unknown[] = []
  for (const [permission, settings] of Object.entries(kinds))
    for (const [group, allowed] of Object.entries(groups)) {
      if (permission.includes('web') && group === 'role:members') continue
      await ada.call(updateOrganization, { [permission]: systemGroups.get(group as SystemGroupName) as number })
      for (const [role, person] of Object.entries(people)) {
        const name = `Channel ${number++}`
        const outcome = await person.call(createChannel, { name, subscribers: [person.id], ...settings }).then(
          () => true,
          (error) => {
            if (!(error instanceof ApiError)) throw error
            return false
          },
        )
        if (outcome !== allowed.includes(role)) wrong.push({ permission, group, role, outcome })
      }
    }
  assert.deepEqual(wrong, [])
  assert.equal(number, 55)
})

test('a new channel has every requested setting, with either call', async ({ ada, ben }) => {
  const mine = { direct_members: [ben.id], direct_subgroups: [] }
  const settings = {
    invite_only: true,
    history_public_to_subscribers: true,
    message_retention_days: 30,
    topics_policy: 'disable_empty_topic' as const,
    default_push_notifications: true,
    ...Object.fromEntries(channelPermissionNames.map((name) => [name, mine])),
  }
  await ada.call(createChannel, { name: 'One', subscribers: [ada.id], description: 'Green', ...settings })
  const subscriptions = [{ name: 'Two', description: 'Green' }]
  await ada.call(subscribeToChannels, { subscriptions, announce: true, ...settings })
  const { streams } = await ada.call(getChannels)
  const [one, two] = streams
    .slice(1)
    .map(({ stream_id: _a, name: _b, first_message_id: _c, date_created: _d, ...rest }) => rest)
  assert.deepEqual(one, two)
  for (const name of channelPermissionNames) assert.deepEqual(one?.[name], mine)
  assert.deepEqual(
    [one?.invite_only, one?.history_public_to_subscribers, one?.message_retention_days, one?.topics_policy],
    [true, true, 30, 'disable_empty_topic'],
  )
  assert.equal(one?.default_push_notifications, true)
  await ben.refused(
    createChannel,
    { name: 'Three', subscribers: [ben.id], default_push_notifications: true },
    mustBeAdministrator,
  )
  // ignored for an existing channel
  const again = { subscriptions: [{ name: 'Two', description: 'Red' }], invite_only: false, is_web_public: true }
  await ada.call(subscribeToChannels, again)
  assert.deepEqual((await ada.call(getChannels)).streams[2]?.description, 'Green')
})

test('invalid settings are refused without creating a channel', async ({ ada, ben, society }) => {
  const everyone = society.org.get(organizationCache).systemGroups.get('role:everyone') as number
  const before = await ada.call(getChannels, { include_all: true })
  const refusals: [Person, Record<string, unknown>, Parameters<Person['refused']>[2]][] = [
    [ben, { is_default_stream: true }, mustBeAdministrator],
    [ada, { is_default_stream: true, invite_only: true }, errors.defaultCannotBePrivate],
    [ada, { is_web_public: true }, errors.webPublicDisabled],
    [ada, { is_web_public: true, invite_only: true }, errors.privateAndWebPublic],
    [ben, { history_public_to_subscribers: false }, errors.historyOfPublicChannels],
    [ben, { message_retention_days: 'unlimited' }, mustBeOwner],
    [ben, { can_delete_any_message_group: everyone }, insufficientPermission],
    [ben, { can_administer_channel_group: everyone }, groupNotAllowed],
    [ben, { can_send_message_group: 999_999 }, noSuchGroup],
    [ben, { can_send_message_group: { direct_members: [999_999], direct_subgroups: [] } }, invalidUserId],
    [ben, { subscribers: [ben.id, 999_999] }, api.noSuchPrincipal],
    [ben, { topics_policy: 'whatever' }, undefined],
    [ben, { message_retention_days: -5 }, undefined],
    [ben, { message_retention_days: 'soon' }, undefined],
    [ben, { invite_only: 'perhaps' }, undefined],
    [ben, { folder_id: 999_999 }, undefined],
    [ben, { name: 'General' }, errors.channelNameTaken],
  ]
  for (const [person, settings, kind] of refusals) {
    const error = await person.refusedRaw('POST', '/channels/create', {
      name: 'New',
      subscribers: [person.id],
      ...settings,
    })
    if (kind) assert.equal(error.code, kind.code, JSON.stringify(settings))
    else assert.ok(error.message.includes(Object.keys(settings)[0] as string) || 'folder_id' in settings, error.message)
  }
  assert.deepEqual(await ada.call(getChannels, { include_all: true }), before)
})

test("a private channel's history setting decides what new subscribers can read", async ({ ben, cleo }) => {
  const { id: stream_id } = await ben.call(createChannel, { name: 'Cellar', subscribers: [ben.id], invite_only: true })
  const found = async (person: Person) => {
    const narrow = [{ operator: 'channel', operand: stream_id }]
    const query = { narrow, anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false }
    const { messages } = await person.send('GET', '/messages', query)
    return (messages as { content: string; sender_id: number }[])
      .filter(({ sender_id }) => sender_id === ben.id)
      .map(({ content }) => content)
      .join()
  }
  await ben.sends('one', { channel: stream_id, topic: 'Wine' })
  await ben.call(subscribeToChannels, { subscriptions: [{ name: 'Cellar' }], principals: [cleo.id] })
  await ben.sends('two', { channel: stream_id, topic: 'Wine' })
  assert.equal(await found(cleo), 'two')
  await ben.call(updateChannel, { stream_id, history_public_to_subscribers: true })
  assert.equal(await found(cleo), 'one,two')
  await ben.call(updateChannel, { stream_id, history_public_to_subscribers: false })
  assert.equal(await found(cleo), 'two')
  await cleo.call(api.unsubscribeFromChannels, { subscriptions: ['Cellar'] })
  await cleo.refused(getChannel, { stream_id }, errors.invalidChannelId)
  await ben.call(updateChannel, { stream_id, is_private: false })
  assert.equal(await found(cleo), 'one,two')
})

test("a hidden email address identifies no one, the API's address does", async ({ ada, ben, cleo }) => {
  await ben.send('PATCH', '/settings', { email_address_visibility: emailVisibility.nobody })
  const { members } = await cleo.send('GET', '/users')
  const shown = (members as { user_id: number; email: string }[]).find(({ user_id }) => user_id === ben.id)
  const add = (person: Person, email: string) =>
    person.call(subscribeToChannels, { subscriptions: [{ name: 'Garden' }], principals: [email] })
  await assert.rejects(add(cleo, ben.email), ApiError)
  assert.deepEqual((await add(ada, shown?.email as string)).subscribed, { [ben.id]: ['Garden'] })
})
