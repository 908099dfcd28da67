import { mustBeAdministrator, mustBeOwner } from '#contract'
import { assert, test } from '#test'
import { raw } from '../../../../test/harness/files.ts'
import { archiveChannel, updateChannel } from '../../channels/channels/api.ts'
import { createChannel } from '../../channels/subscriptions/api.ts'
import { expectationMismatch, groupNotAllowed, invalidUserId, systemGroupRequired } from '../groups/access/index.ts'
import { groupsCache } from '../groups/cache.ts'
import { settingsOf } from '../organization/cache.ts'
import { type OrganizationSetting, organizationSettings } from '../organization/settings.ts'
import { noSuchChannel, updateOrganization } from './api.ts'

test('a changed setting sends an event to everyone that matches a fresh register', async ({ ada, ben }) => {
  const watch = await ben.register('realm')
  await ada.call(updateOrganization, {
    name: ' Loom Weavers ',
    description: 'We *weave*.',
    message_content_edit_limit_seconds: null,
    message_edit_history_visibility_policy: 'none',
    topics_policy: 'disable_empty_topic',
    jitsi_server_url: 'https://meet.example.org',
  })
  const [event] = await watch.of('realm', 'update_dict')
  assert.deepEqual(event, {
    type: 'realm',
    op: 'update_dict',
    property: 'default',
    data: {
      name: 'Loom Weavers',
      description: 'We *weave*.',
      rendered_description: '<p>We <em>weave</em>.</p>',
      message_content_edit_limit_seconds: null,
      message_edit_history_visibility_policy: 'none',
      allow_edit_history: false,
      topics_policy: 'disable_empty_topic',
      mandatory_topics: true,
      jitsi_server_url: 'https://meet.example.org',
    },
  })
  await watch.agreesWithFreshRegister()
})

test('setting the current value sends no event', async ({ ada }) => {
  const watch = await ada.register('realm')
  await ada.call(updateOrganization, { allow_message_editing: true, name: 'Analytical Engine Society' })
  await ada.call(updateOrganization, {})
  assert.deepEqual(await watch.ops(), [])
})

test('each setting requires the role in its declaration', async ({ ada, ines, momo, ben, gus }) => {
  const current = settingsOf(ada.org) as Record<string, unknown>
  for (const [name, setting] of Object.entries<OrganizationSetting>(organizationSettings)) {
    if (!setting.patchable) continue
    const params = { [name]: current[name] }
    await ada.call(updateOrganization, params)
    if (setting.change === 'owner') await ines.refused(updateOrganization, params, mustBeOwner)
    else await ines.call(updateOrganization, params)
    for (const person of [momo, ben, gus]) await person.refused(updateOrganization, params, mustBeAdministrator)
  }
})

test('a permission is replaced only if its old value matches', async ({ ada, ben }) => {
  const id = (name: string) => ada.org.get(groupsCache).system(name).id
  const watch = await ben.register('realm')
  const both = { direct_members: [ben.id, ada.id, ben.id], direct_subgroups: [id('role:moderators')] }
  await ada.call(updateOrganization, { can_add_custom_emoji_group: { new: both, old: id('role:members') } })
  assert.deepEqual(settingsOf(ada.org).can_add_custom_emoji_group, {
    direct_members: [ada.id, ben.id],
    direct_subgroups: [id('role:moderators')],
  })
  await ada.refused(
    updateOrganization,
    { can_add_custom_emoji_group: { new: id('role:owners'), old: id('role:members') }, name: 'Not this' },
    expectationMismatch,
  )
  const single = { direct_members: [], direct_subgroups: [id('role:owners')] }
  await ada.call(updateOrganization, { can_add_custom_emoji_group: { new: single, old: both } })
  assert.equal(settingsOf(ada.org).can_add_custom_emoji_group, id('role:owners'))
  await watch.agreesWithFreshRegister()
})

test("a permission refuses groups it doesn't allow and unknown users", async ({ ada }) => {
  const id = (name: string) => ada.org.get(groupsCache).system(name).id
  const tryTo = (params: Record<string, unknown>) => ada.refused(updateOrganization, params as never)
  await ada.refused(updateOrganization, { can_create_groups: id('role:everyone') }, groupNotAllowed)
  await ada.refused(updateOrganization, { can_create_groups: id('role:nobody') }, groupNotAllowed)
  await ada.refused(updateOrganization, { can_add_subscribers_group: id('role:internet') }, groupNotAllowed)
  await ada.refused(
    updateOrganization,
    { can_access_all_users_group: { direct_members: [ada.id], direct_subgroups: [] } },
    systemGroupRequired,
  )
  await ada.refused(
    updateOrganization,
    { can_create_groups: { direct_members: [987_654], direct_subgroups: [] } },
    invalidUserId,
  )
  const error = await tryTo({ can_create_groups: { direct_members: 'x' } })
  assert.match(error.message, /can_create_groups/)
})

test('channel settings accept only existing channels', async ({ ada }) => {
  await ada.refused(updateOrganization, { new_stream_announcements_stream_id: 4_711 }, noSuchChannel)
  await ada.call(updateOrganization, { new_stream_announcements_stream_id: -1 })
})

test('archiving a channel clears settings that name it and sends events', async ({ ada, ben }) => {
  const [{ id: plans }, { id: news }] = [
    await ada.call(createChannel, { name: 'plans', subscribers: [ada.id] }),
    await ada.call(createChannel, { name: 'news', subscribers: [ada.id] }),
  ]
  await ada.call(updateOrganization, {
    new_stream_announcements_stream_id: plans,
    signup_announcements_stream_id: news,
  })
  const watch = await ben.register('realm')
  await ada.call(archiveChannel, { stream_id: plans })
  assert.deepEqual(
    (await watch.of('realm', 'update_dict')).map(({ data }) => data),
    [{ new_stream_announcements_stream_id: -1 }],
  )
  await watch.agreesWithFreshRegister()
  const { signup_announcements_stream_id } = settingsOf(ada.org)
  assert.equal(signup_announcements_stream_id, news)
  await ada.call(updateChannel, { stream_id: plans, is_archived: false })
  assert.equal(settingsOf(ada.org).new_stream_announcements_stream_id, -1)
})

test('at least one sign-in method stays on, and only available ones can be turned on', async ({ ada }) => {
  const none = await ada.refused(updateOrganization, { authentication_methods: { Email: false } })
  assert.match(none.message, /authentication_methods/)
  await ada.refused(updateOrganization, { authentication_methods: { Email: true, LDAP: true } })
})

test('the emoji data is at the URL in register, for anyone', async ({ ada, server }) => {
  const { initial } = await ada.register('realm')
  const { pathname } = new URL(initial.server_emoji_data_url as string)
  const { status, json } = await raw(server, ada.org, pathname)
  assert.equal(status, 200)
  const { code_to_names } = json as { code_to_names: Record<string, string[]> }
  assert.ok(code_to_names['1f600']?.includes('grinning'))
})
