import fc from 'fast-check'
import { ApiError, asUserId, botTypes, roles } from '#contract'
import { assert, explorationPatience, holds, type Person, test } from '#test'
import { problemWithoutConsent } from '../../src/features/data/exports/rules.ts'
import { createGroup, updateMembers } from '../../src/features/people/groups/api.ts'
import { groupRules } from '../../src/features/people/groups/rules.ts'
import { serverSupportedPermissionSettings } from '../../src/features/people/organization/permission-settings.ts'
import { updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { fieldTypes } from '../../src/features/people/profile-fields/field-types.ts'
import { canFillIn } from '../../src/features/people/profile-fields/rules.ts'
import { updateUser } from '../../src/features/people/users/api.ts'
import { updateBot } from '../../src/features/people/users/bot-api.ts'
import {
  botRoleError,
  botRuleOf,
  canAdministerBot,
  canChangeOwn,
  canDecideAbout,
  highestRoleFrom,
  roleError,
} from '../../src/features/people/users/rules.ts'
import { invitationRules } from '../../src/features/sign-in/invitations/rules.ts'
import { addEmoji, canRemoveEmoji } from '../../src/features/text/custom-emoji/rules.ts'
import { isDone, webClientOf } from './web-client.ts'

const { realm: realmRules, group: groupPermissions } = serverSupportedPermissionSettings
const decisive = [
  'can_add_custom_emoji_group',
  'can_create_bots_group',
  'can_create_groups',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
  'can_create_write_only_bots_group',
  'can_invite_users_group',
  'create_multiuse_invite_group',
  'direct_message_initiator_group',
  'direct_message_permission_group',
] as const
const groupNames = Object.keys(groupPermissions) as (keyof typeof groupPermissions)[]

const holders = fc.oneof(
  fc.constantFrom('nobody', 'everyone', 'owners', 'moderators'),
  fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
)
type Holders = typeof holders extends fc.Arbitrary<infer T> ? T : never
const plan = fc.record({
  organization: fc.array(holders, { minLength: decisive.length, maxLength: decisive.length }),
  web: fc.constantFrom('moderators', 'administrators', 'owners'),
  spectators: fc.boolean(),
  group: fc.array(holders, { minLength: groupNames.length, maxLength: groupNames.length }),
  members: fc.subarray([1, 2, 3, 4, 5]),
  namesAreFixed: fc.boolean(),
  picturesAreFixed: fc.boolean(),
})

test(
  'in an organization, the web client offers exactly what the server allows',
  async ({ society, ada, ines, momo, ben, cleo, gus }) => {
    const people = [ada, ines, momo, ben, cleo, gus]
    const systemGroups = (await webClientOf(ada)).store.groups.value
    const system = (name: string) => systemGroups.find((one) => one.name === name)?.id as number
    const { id: fieldId } = (await ada.send('POST', '/realm/profile_fields', {
      name: 'Badge',
      field_type: fieldTypes.SHORT_TEXT.id,
      editable_by_user: false,
    })) as { id: number }
    const partners: Person[] = []
    for (let nth = 0; nth < 3; nth++) partners.push(await society.join(`Partner ${nth}`))
    let runs = 0
    let made = 0
    let compared = 0

    await holds(
      fc.asyncProperty(plan, async (asked) => {
        runs++
        const value = (drawn: Holders, rules: { allow_everyone_group: boolean; allow_nobody_group: boolean }) => {
          if (typeof drawn !== 'string')
            return { direct_members: drawn.map((nth) => (people[nth] as Person).id), direct_subgroups: [] }
          if (drawn === 'nobody' && !rules.allow_nobody_group) return system('role:owners')
          return system(drawn === 'everyone' && !rules.allow_everyone_group ? 'role:members' : `role:${drawn}`)
        }
        await ada.call(updateOrganization, { can_create_groups: { new: system('role:members') } })
        // ada manages all groups, and restores this one's members
        const { group_id } = await ada.call(createGroup, {
          name: `club ${runs}`,
          description: '',
          members: [ada.id, ...asked.members.map((nth) => (people[nth] as Person).id)],
          ...Object.fromEntries(
            groupNames.map((name, nth) => [name, value(asked.group[nth] as Holders, groupPermissions[name])]),
          ),
        })
        await ada.call(updateOrganization, {
          ...Object.fromEntries(
            decisive.map((name, nth) => [name, { new: value(asked.organization[nth] as Holders, realmRules[name]) }]),
          ),
          can_create_web_public_channel_group: { new: system(`role:${asked.web}`) },
          enable_spectator_access: asked.spectators,
          name_changes_disabled: asked.namesAreFixed,
          avatar_changes_disabled: asked.picturesAreFixed,
        })
        for (const person of people) await compare(person, group_id)
      }),
      { runs: 8 },
    )
    assert.ok(compared > 150, String(compared))

    async function compare(person: Person, groupId: number) {
      const { rights, places, posting, locks, store, told } = await webClientOf(person)
      const own = rights.oneself()
      const shows: [permission: string, isShown: boolean, attempt: () => Promise<unknown>][] = []
      const offers = (permission: string, isShown: boolean, attempt: () => Promise<unknown>) =>
        shows.push([permission, isShown, attempt])
      const kinds = places.canCreate()
      const channel = (kind: object) => () =>
        person.send('POST', '/channels/create', { name: `made ${++made}`, subscribers: [person.id], ...kind })
      offers('make a public channel', kinds.public, channel({}))
      offers('make a private channel', kinds.private, channel({ invite_only: true }))
      offers('make a web-public channel', kinds.webPublic, channel({ is_web_public: true }))
      offers('make a group', rights.haveInOrganization('can_create_groups'), () =>
        person.send('POST', '/user_groups/create', { name: `made ${++made}`, description: '', members: [] }),
      )
      for (const bot_type of [botTypes.generic, botTypes.incomingWebhook])
        offers(`make a bot of type ${bot_type}`, rights.can(botRuleOf(bot_type)), () =>
          person.send('POST', '/bots', { full_name: `bot ${++made}`, short_name: `bot${made}`, bot_type }),
        )
      offers('invite by email', rights.can(invitationRules.can_invite_users_group), () =>
        person.send('POST', '/invites', { invitee_emails: `new${++made}@example.org`, stream_ids: [] }),
      )
      for (const invite_as of Object.values(roles))
        offers(
          `invite by a link as ${invite_as}`,
          rights.can(invitationRules.create_multiuse_invite_group) && invite_as >= highestRoleFrom(own),
          () => person.send('POST', '/invites/multiuse', { invite_as }),
        )
      // without an image: it's required only after the permission check
      offers('add emoji', rights.can(addEmoji), () =>
        person.send('POST', `/realm/emoji/e${++made}`).catch((problem) => {
          if (problem instanceof ApiError && /permission/i.test(problem.message)) throw problem
        }),
      )
      offers('change the own name', canChangeOwn(own, told.realm_name_changes_disabled === true), () =>
        person.send('PATCH', '/settings', { full_name: `${person.name} ${++made}` }),
      )
      offers('remove the own picture', canChangeOwn(own, told.realm_avatar_changes_disabled === true), () =>
        person.send('DELETE', '/users/me/avatar'),
      )
      offers('fill in a locked field', canFillIn(own, { editableByUser: false }), () =>
        person.send('PATCH', '/users/me/profile_data', { data: [{ id: fieldId, value: 'blue' }] }),
      )
      for (const partner of partners.slice(0, 2)) {
        const target = { kind: 'direct', userIds: [partner.id] } as const
        offers(`write to ${partner.name}`, posting.whyNot(target) === undefined, () => person.sends('Hi', partner))
      }
      const group = store.groupsById.value.get(groupId)
      assert(group)
      const members = (change: object) => async () => {
        await person.send('POST', `/user_groups/${groupId}/members`, { ...change })
        const { add = [], delete: gone = [] } = change as { add?: number[]; delete?: number[] }
        await ada.call(updateMembers, {
          user_group_id: groupId as never,
          add: gone.map(asUserId),
          delete: add.map(asUserId),
        })
      }
      const [other] = partners as [Person]
      offers('add to a group', rights.canInGroup('addMembers', group), members({ add: [other.id] }))
      offers('remove from a group', rights.canInGroup('removeMembers', group), members({ delete: [ada.id] }))
      if (store.isInGroup(groupId)) {
        offers('leave a group', rights.canInGroup('leave', group), members({ delete: [person.id] }))
      } else offers('join a group', rights.canInGroup('join', group), members({ add: [person.id] }))
      offers('change a group', locks.lockOfGroup(group) === undefined, () =>
        person.send('PATCH', `/user_groups/${groupId}`, { description: `${++made}` }),
      )
      offers('mention a group', rights.canInGroup('mention', group), () => person.sends(`@*${group.name}*`, person))
      assert.ok(Object.keys(groupRules).length === 6, 'every deed with a group is compared')
      for (const [permission, isShown, attempt] of shows) {
        compared++
        assert.equal(isShown, await isDone(attempt()), `${permission}, by ${person.name}`)
      }
    }
  },
  explorationPatience,
)

test('roles are offered exactly as the server accepts them, for people and bots', async ({
  society,
  ada,
  ines,
  momo,
}) => {
  for (const person of [ada, ines, momo]) {
    const { rights, people } = await webClientOf(person)
    for (const before of Object.values(roles))
      for (const role of Object.values(roles)) {
        if (role === before) continue
        const account = await society.join(`P ${person.id} ${before} ${role}`, before)
        const isShown = people.amAdministrator() && roleError(rights.oneself(), { role: before }, role) === undefined
        assert.equal(isShown, await isDone(person.call(updateUser, { user_id: account.id, role })), `${before} ${role}`)
        const bot = await society.join(`B ${person.id} ${before} ${role}`, before, {
          bot_type: botTypes.generic,
          bot_owner_id: ada.id,
        })
        const isOffered = botRoleError(rights.oneself(), { role: before }, role) === undefined
        assert.equal(isOffered, await isDone(person.call(updateBot, { bot_id: bot.id, role })), `bot ${before} ${role}`)
      }
  }
})

test('accounts, bots, emoji, and exports are offered exactly where the server allows', async ({
  society,
  ada,
  ines,
  momo,
  ben,
}) => {
  await ada.call(updateOrganization, { can_create_bots_group: { new: await everyMember(ada) } })
  for (const person of [ines, momo, ben, ada]) {
    const { rights, people, told } = await webClientOf(person)
    const own = rights.oneself()
    for (const role of [roles.member, roles.owner]) {
      const account = await society.join(`Leaving ${person.id} ${role}`, role)
      const isShown = people.amAdministrator() && canDecideAbout(own, { role })
      const path = `/users/${account.id}`
      assert.equal(isShown, await isDone(person.send('DELETE', path)), `deactivate ${role}`)
      await isDone(ada.send('DELETE', path))
      assert.equal(isShown, await isDone(person.send('POST', `${path}/reactivate`)), `reactivate ${role}`)
    }
    for (const owner of [ben, momo]) {
      const bot = await society.join(`Bot ${person.id} ${owner.id}`, roles.member, {
        bot_type: botTypes.generic,
        bot_owner_id: owner.id,
      })
      const isShown = canAdministerBot(own, { botOwnerId: owner.id })
      assert.equal(isShown, await isDone(person.send('GET', `/bots/${bot.id}/api_key`)))
    }
    assert.equal(canRemoveEmoji(own, { author_id: own.id }), true)
    assert.equal(canRemoveEmoji(own, { author_id: null }), people.amAdministrator())
    const isAllowed = problemWithoutConsent(own, told.realm_owner_full_content_access === true) === undefined
    const isStarted = await isDone(person.send('POST', '/export/realm', { export_type: 'full_without_consent' }))
    assert.equal(people.amAdministrator() && isAllowed, isStarted)
  }
})

async function everyMember(ada: Person): Promise<number> {
  const { store } = await webClientOf(ada)
  return store.groups.value.find(({ name }) => name === 'role:members')?.id as number
}
