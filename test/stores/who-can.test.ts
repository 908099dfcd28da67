import fc from 'fast-check'
import { asGroupId, type ChannelId, roles, type UserId } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import * as channelAccess from '../../src/features/channels/channels/access.ts'
import { channelsCache } from '../../src/features/channels/channels/cache.ts'
import type { ChannelPermission } from '../../src/features/channels/channels/rules.ts'
import { membershipsOf } from '../../src/features/channels/channels/subscribers-cache.ts'
import type { NeverSubscribed } from '../../src/features/channels/channels/wire.ts'
import { createChannel } from '../../src/features/channels/subscriptions/api.ts'
import * as groupAccess from '../../src/features/people/groups/access/permissions.ts'
import { createGroup, type UserGroup } from '../../src/features/people/groups/api.ts'
import { groupsCache } from '../../src/features/people/groups/cache.ts'
import type { Group } from '../../src/features/people/groups/group.ts'
import type { GroupPermission } from '../../src/features/people/groups/rules.ts'
import { settingsOf } from '../../src/features/people/organization/cache.ts'
import { serverSupportedPermissionSettings } from '../../src/features/people/organization/permission-settings.ts'
import type { Verdict } from '../../src/features/people/organization/rules.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import {
  explainInChannel,
  explainInGroup,
  explainInOrganization,
  type Known,
} from '../../web/permissions/explanations.ts'
import { pathsOf } from '../../web/permissions/paths.ts'
import { type PermissionRules, type PermissionValue, takesGroup } from '../../web/permissions/value.ts'

const supported = serverSupportedPermissionSettings as unknown as Record<string, Record<string, PermissionRules>>
const decisive = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_manage_all_groups',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
  'can_resolve_topics_group',
] as const

const draw = fc.record({
  people: fc.array(fc.nat(5), { maxLength: 2 }),
  groups: fc.array(fc.nat(20), { maxLength: 2 }),
})
const plan = fc.record({
  /** Each may contain groups created before it. */
  groups: fc.array(
    fc.record({
      people: fc.array(fc.nat(5), { maxLength: 2 }),
      inside: fc.array(fc.nat(20), { maxLength: 2 }),
      set: draw,
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isPrivate: fc.boolean(),
  isArchived: fc.boolean(),
  historyIsShared: fc.boolean(),
  subscribers: fc.array(fc.nat(5), { maxLength: 3 }),
  channel: fc.array(draw, { minLength: 11, maxLength: 11 }),
  organization: fc.array(draw, { minLength: decisive.length, maxLength: decisive.length }),
})

type InChannel = (...args: Parameters<typeof channelAccess.canResolveTopics>) => boolean
const inChannel: Record<ChannelPermission, InChannel> = {
  read: channelAccess.canReadChannel,
  join: channelAccess.canSubscribe,
  post: channelAccess.canPost,
  startTopics: channelAccess.canCreateTopic,
  addPeople: channelAccess.canAddSubscribers,
  removePeople: channelAccess.canRemoveSubscribers,
  moveWithin: channelAccess.canMoveMessagesWithin,
  moveOut: channelAccess.canMoveMessagesOut,
  resolve: channelAccess.canResolveTopics,
  deleteAny: channelAccess.canDeleteAnyMessage,
  deleteOwn: channelAccess.canDeleteOwnMessage,
  administer: (viewer, { id, permissions }) => {
    // the loader refuses those without access
    const closed = { isPrivate: true, isWebPublic: false, isArchived: false, historyPublicToSubscribers: false }
    const fresh = { id, ...closed, permissions: { ...permissions } }
    const nobody = { direct_members: [], direct_subgroups: [] }
    for (const name of ['can_subscribe_group', 'can_add_subscribers_group'] as const) fresh.permissions[name] = nobody
    return channelAccess.canSeeChannel(viewer, fresh, false)
  },
}
const channelPermissions = Object.keys(inChannel) as ChannelPermission[]
type OfGroup = Parameters<typeof groupAccess.canJoin>
const ofGroup: Record<GroupPermission, (...args: OfGroup) => boolean> = {
  mention: groupAccess.canMention,
  join: groupAccess.canJoin,
  leave: groupAccess.canLeave,
  addMembers: groupAccess.canAddMembers,
  removeMembers: groupAccess.canRemoveMembers,
  manage: (org, viewer, group) => {
    try {
      groupAccess.managedGroup(org, viewer, (group as Group).id)
      return true
    } catch {
      return false
    }
  },
}

const groupPermissions = Object.keys(ofGroup) as GroupPermission[]

type Draw = { people: number[]; groups: number[] }
interface Received {
  realm_user_groups: UserGroup[]
  never_subscribed: NeverSubscribed[]
  unsubscribed: NeverSubscribed[]
  subscriptions: NeverSubscribed[]
}

test(
  "the client's permissions and reasons match the server's",
  async ({ society, ada, ben, cleo, ines, momo, gus }) => {
    const people = [ada, ines, momo, ben, cleo, gus]
    const { org } = society
    let made = 0
    const told = async () => (await ada.registerWith({})).initial as unknown as Received
    const value = (rules: PermissionRules, drawn: Draw, groups: readonly UserGroup[]) => {
      const fitting = groups.filter((group) => takesGroup(rules, group))
      const chosen = drawn.groups.map((nth) => (fitting[nth % fitting.length] as UserGroup).id)
      if (rules.require_system_group) return chosen[0] ?? fitting[0]?.id
      const direct_members = drawn.people.map((nth) => (people[nth] as Person).id)
      // some values can't be empty
      if (chosen.length + direct_members.length === 0) return fitting[0]?.id
      return { direct_members, direct_subgroups: chosen }
    }
    await holds(
      fc.asyncProperty(plan, async (asked) => {
        const ids: number[] = []
        for (const { people: inside, inside: groupsInside, set } of asked.groups) {
          const known = (await told()).realm_user_groups
          const { group_id } = await ada.call(createGroup, {
            name: `group ${++made}`,
            description: '',
            members: [...new Set(inside)].map((nth) => (people[nth] as Person).id),
            subgroups: [...new Set(groupsInside.map((nth) => ids[nth % ids.length]))].filter((id) => id !== undefined),
            ...Object.fromEntries(
              Object.entries(supported.group as object).map(([name, rules]) => [name, value(rules, set, known)]),
            ),
          })
          ids.push(group_id)
        }
        const { realm_user_groups: known } = await told()
        const settings = decisive.map((name, nth) => {
          const rules = supported.realm?.[name] as PermissionRules
          return [name, { new: value(rules, asked.organization[nth] as Draw, known) }]
        })
        await ada.call(updateOrganization, Object.fromEntries(settings))
        const { id } = await ada.call(createChannel, {
          name: `channel ${++made}`,
          subscribers: [...new Set(asked.subscribers)].map((nth) => (people[nth] as Person).id),
          invite_only: asked.isPrivate,
          history_public_to_subscribers: !asked.isPrivate || asked.historyIsShared,
          ...Object.fromEntries(
            Object.entries(supported.stream as object).map(([name, rules], nth) => [
              name,
              value(rules, asked.channel[nth] as Draw, known),
            ]),
          ),
        })
        if (asked.isArchived) await ada.send('DELETE', `/streams/${id}`)
        await comparesAll(id as ChannelId, ids)
      }),
      { runs: 12 },
    )

    async function comparesAll(channelId: ChannelId, groupIds: readonly number[]) {
      const now = await told()
      const state = now as unknown as Record<string, PermissionValue>
      const groups = new Map(now.realm_user_groups.map((group) => [group.id, group]))
      const client: Known = {
        groups,
        organization: (name) => state[`realm_${name}`] as PermissionValue,
        rules: (scope, name) => supported[scope]?.[name] as PermissionRules,
      }
      const seen = [...now.subscriptions, ...now.unsubscribed, ...now.never_subscribed]
      const channel = seen.find(({ stream_id }) => stream_id === channelId) as NeverSubscribed
      for (const person of people) {
        const viewer = org.viewer(person.id as UserId)
        assert(viewer)
        const { role } = viewer
        const isInside = membershipsOf(org, viewer.id).isSubscribed(channelId)
        const real = org.get(channelsCache).byId.get(channelId)
        assert(real)
        for (const permission of channelPermissions) {
          const verdict = explainInChannel(permission, { id: person.id, role }, channel, isInside, client)
          const isSo = inChannel[permission](viewer, real, isInside, settingsOf(org))
          assert.equal(verdict.can, isSo, `${permission}: ${JSON.stringify(verdict)}`)
          isTrue(verdict, person.id, groups)
        }
        for (const id of [
          ...groupIds,
          ...[...groups.values()].filter((one) => one.is_system_group).map((one) => one.id),
        ]) {
          const group = org.get(groupsCache).byId.get(asGroupId(id))
          assert(group)
          for (const permission of groupPermissions) {
            const verdict = explainInGroup(permission, { id: person.id, role }, groups.get(id) as UserGroup, client)
            assert.equal(
              verdict.can,
              ofGroup[permission](org, viewer, group),
              `${permission}: ${JSON.stringify(verdict)}`,
            )
            isTrue(verdict, person.id, groups)
          }
        }
        for (const name of decisive) {
          const verdict = explainInOrganization(name, { id: person.id, role }, client)
          assert.equal(verdict.can, channelAccess.holdsInOrganization(viewer, settingsOf(org), name), name)
        }
      }
      const roleOf = (id: number) => org.viewer(id as UserId)?.role as number
      const isIn = (id: number) => membershipsOf(org, id as UserId).isSubscribed(channelId)
      for (const id of groupIds) {
        const members = [...pathsOf(id, groups).people.keys()]
        if (members.length === 0) continue
        const all = { id, isGroup: true, role: Math.max(...members.map(roleOf)) }
        for (const permission of channelPermissions) {
          if (!explainInChannel(permission, all, channel, members.every(isIn), client).can) continue
          for (const one of members)
            assert.ok(
              explainInChannel(permission, { id: one, role: roleOf(one) }, channel, isIn(one), client).can,
              permission,
            )
        }
        // users who are named have the permission, and so do members of a named group
        for (const name of decisive) {
          const isNamed = pathsOf(client.organization(name), groups).groups.has(id)
          const isBarred = all.role === roles.guest && !client.rules('realm', name).allow_everyone_group
          assert.equal(explainInOrganization(name, all, client).can, isNamed && !isBarred, name)
        }
      }
      // a path to a group says that its members are included
      for (const id of groupIds) {
        const { people: inside, groups: nested } = pathsOf(id, groups)
        for (const [one] of nested) for (const member of groups.get(one)?.members ?? []) assert.ok(inside.has(member))
      }
    }
  },
  explorationPatience,
)

/** Asserts that every step of the path exists, from the user to a named group. */
function isTrue(verdict: Verdict, userId: number, groups: ReadonlyMap<number, UserGroup>): void {
  if (!verdict.can) return
  for (const reason of verdict.because) {
    if (reason.kind !== 'holds' || reason.path.length === 0) continue
    const [first] = reason.path
    assert.ok(groups.get(first as number)?.members.includes(userId))
    reason.path.slice(1).forEach((id, index) => {
      assert.ok(groups.get(id)?.direct_subgroup_ids.includes(reason.path[index] as number))
    })
  }
}
