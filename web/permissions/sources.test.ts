import { assert, test } from 'vitest'
import { roles } from '#contract'
import { channelRules } from '../../src/features/channels/channels/rules.ts'
import { groupRules } from '../../src/features/people/groups/rules.ts'
import { serverSupportedPermissionSettings } from '../../src/features/people/organization/permission-settings.ts'
import { channelSources, groupSources } from './sources.ts'

const realm = Object.keys(serverSupportedPermissionSettings.realm)
const channel = { isPrivate: true, isWebPublic: false, isArchived: false, historyPublicToSubscribers: true }

/** A member of the channel with only these permissions. */
const holding = (scope: string, names: readonly string[]) => ({
  role: roles.member,
  holds: (at: string, name: string) => at === scope && names.includes(name),
  allowsGuests: () => true,
  channel,
  isSubscribed: true,
  group: { isSystem: false },
})

test("the organization permissions named as sources of channel permissions are those of the server's rules", () => {
  for (const { rule, organization } of Object.values(channelSources)) {
    const allowed = realm.filter((name) => channelRules[rule].allows(holding('realm', [name])))
    const all = organization === undefined ? [] : [organization]
    assert.sameMembers(allowed, rule === 'deleteOwn' ? [...all, 'can_delete_any_message_group'] : all, rule)
  }
})

test("the organization permissions named as sources of group permissions are those of the server's rules", () => {
  for (const { rule, organization } of Object.values(groupSources)) {
    const allowed = realm.filter((name) => groupRules[rule].allows(holding('realm', [name])))
    assert.sameMembers(allowed, organization === undefined ? [] : [organization], rule)
  }
})

test('each channel or group permission is decided by the rule named as its source', () => {
  for (const [name, { rule }] of Object.entries(channelSources)) {
    const also = rule === 'startTopics' ? ['can_send_message_group'] : []
    assert.isTrue(channelRules[rule].allows({ ...holding('stream', [name, ...also]), isSubscribed: rule !== 'join' }))
  }
  for (const [name, { rule }] of Object.entries(groupSources))
    assert.isTrue(groupRules[rule].allows(holding('group', [name])), name)
})
