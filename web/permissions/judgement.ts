import { isAdministrator, isGuest } from '../../src/contract/roles.ts'
import { type Nested, type Path, pathOf, pathsOf } from './paths.ts'
import type { PermissionRules, PermissionValue } from './value.ts'

/** Where a permission is set: for the whole organization, in a channel, or in a group. */
export type Scope = 'realm' | 'stream' | 'group'

/** Why somebody may. */
export type Reason =
  | { readonly kind: 'administrator' | 'inside' | 'public' | 'webPublic' }
  | { readonly kind: 'holds'; readonly scope: Scope; readonly name: string; readonly path: Path }

/** Why somebody may not. */
export type Obstacle =
  | { readonly kind: 'archived' | 'guest' | 'guestOutside' | 'closed' | 'systemGroup' }
  | { readonly kind: 'lacks'; readonly scope: Scope; readonly name: string }

export type Verdict =
  | { readonly may: true; readonly because: readonly Reason[] }
  | { readonly may: false; readonly because: readonly Obstacle[] }

/** What decides, as the register answer tells it. */
export interface Known {
  readonly groups: ReadonlyMap<number, Nested>
  /** What a permission of the organization is set to. */
  organization(name: string): PermissionValue
  rules(scope: Scope, name: string): PermissionRules
}

/** Who it is about: a person, or everybody in a group, with the role that all of them have at least. */
export interface Somebody {
  readonly id: number
  readonly role: number
  readonly isGroup?: boolean
}

export interface ChannelRules {
  readonly invite_only: boolean
  readonly is_web_public: boolean
  readonly is_archived: boolean
}
type Settings = Readonly<Record<string, unknown>>

const yes = (...because: Reason[]): Verdict => ({ may: true, because })
const no = (...because: Obstacle[]): Verdict => ({ may: false, because })
/** The first that lets them; all that do not, where none does. */
const any = (first: Verdict, ...rest: (() => Verdict)[]): Verdict => {
  if (first.may) return first
  const obstacles = [...first.because]
  for (const one of rest) {
    const verdict = one()
    if (verdict.may) return verdict
    obstacles.push(...verdict.because)
  }
  return no(...obstacles)
}
/** The first obstacle, or everything that it took. */
const all = (...verdicts: (() => Verdict)[]): Verdict => {
  const reasons: Reason[] = []
  for (const one of verdicts) {
    const verdict = one()
    if (!verdict.may) return verdict
    reasons.push(...verdict.because)
  }
  return yes(...reasons)
}
const unless = (isSo: boolean, kind: Exclude<Obstacle['kind'], 'lacks'>): Verdict => (isSo ? no({ kind }) : yes())

/** What one can do in a channel, each with what it takes there, in the rules of the server. */
export const channelDeeds = [
  'read',
  'join',
  'post',
  'startTopics',
  'addPeople',
  'removePeople',
  'moveWithin',
  'moveOut',
  'resolve',
  'deleteAny',
  'deleteOwn',
  'administer',
] as const
export type ChannelDeed = (typeof channelDeeds)[number]

/** Whether somebody may do something in a channel, and why. */
export function judgeInChannel(
  deed: ChannelDeed,
  who: Somebody,
  channel: ChannelRules & object,
  isInside: boolean,
  known: Known,
): Verdict {
  const { holds, guest, isAnAdministrator } = judgeOf(who, known)
  const own = (name: string) => () => holds('stream', name, (channel as Settings)[name] as PermissionValue | undefined)
  const ofAll = (name: string) => () => holds('realm', name, known.organization(name))
  const join = (): Verdict => {
    if (channel.is_web_public) return yes({ kind: 'webPublic' })
    if (isGuest(who)) return no({ kind: 'guestOutside' })
    if (!channel.invite_only) return yes({ kind: 'public' })
    const verdict = any(own('can_subscribe_group')(), own('can_add_subscribers_group'))
    return verdict.may ? verdict : no({ kind: 'closed' })
  }
  const read = (): Verdict => (isInside ? yes({ kind: 'inside' }) : join())
  const administer = () => any(isAnAdministrator(), own('can_administer_channel_group'))
  const post = () =>
    all(
      () => unless(channel.is_archived, 'archived'),
      () => (isInside ? yes() : isGuest(who) ? no({ kind: 'guestOutside' }) : withoutReasons(join())),
      own('can_send_message_group'),
    )
  const reading = (...ways: (() => Verdict)[]) =>
    all(
      () => withoutReasons(read()),
      () => any(no(), ...ways),
    )
  const deleteAny = () => reading(own('can_delete_any_message_group'), ofAll('can_delete_any_message_group'))
  switch (deed) {
    case 'read':
      return read()
    case 'join':
      return all(() => unless(channel.is_archived, 'archived'), join)
    case 'post':
      return post()
    case 'startTopics':
      return all(() => withoutReasons(post()), own('can_create_topic_group'))
    case 'addPeople':
      return all(guest, () => reading(administer, ofAll('can_add_subscribers_group'), own('can_add_subscribers_group')))
    case 'removePeople':
      return any(administer(), () => all(() => withoutReasons(read()), own('can_remove_subscribers_group')))
    case 'moveWithin':
      return reading(
        own('can_move_messages_within_channel_group'),
        ofAll('can_move_messages_between_topics_group'),
        administer,
      )
    case 'moveOut':
      return reading(
        own('can_move_messages_out_of_channel_group'),
        ofAll('can_move_messages_between_channels_group'),
        administer,
      )
    case 'resolve':
      return reading(own('can_resolve_topics_group'), ofAll('can_resolve_topics_group'))
    case 'deleteAny':
      return deleteAny()
    case 'deleteOwn':
      return any(reading(own('can_delete_own_message_group'), ofAll('can_delete_own_message_group')), deleteAny)
    case 'administer':
      return administer()
  }
}

/** What one can do with a group. */
export const groupDeeds = ['mention', 'join', 'leave', 'addMembers', 'removeMembers', 'manage'] as const
export type GroupDeed = (typeof groupDeeds)[number]

/** Whether somebody may do something with a group, and why. */
export function judgeOfGroup(
  deed: GroupDeed,
  who: Somebody,
  group: { readonly is_system_group: boolean } & object,
  known: Known,
): Verdict {
  const { holds, guest } = judgeOf(who, known)
  const own = (name: string) => () => holds('group', name, (group as Settings)[name] as PermissionValue | undefined)
  const made = () => unless(group.is_system_group, 'systemGroup')
  const manage = () =>
    all(made, guest, () =>
      any(
        holds('realm', 'can_manage_all_groups', known.organization('can_manage_all_groups')),
        own('can_manage_group'),
      ),
    )
  const or = (wider: () => Verdict, name: string) => () => any(wider(), () => all(made, own(name)))
  const addMembers = or(manage, 'can_add_members_group')
  const removeMembers = or(manage, 'can_remove_members_group')
  switch (deed) {
    case 'mention':
      return own('can_mention_group')()
    case 'manage':
      return manage()
    case 'addMembers':
      return addMembers()
    case 'removeMembers':
      return removeMembers()
    case 'join':
      return or(addMembers, 'can_join_group')()
    case 'leave':
      return or(removeMembers, 'can_leave_group')()
  }
}

/** Whether somebody has a permission of the organization, and why. */
export const judgeInOrganization = (name: string, who: Somebody, known: Known): Verdict =>
  judgeOf(who, known).holds('realm', name, known.organization(name))

const withoutReasons = (verdict: Verdict): Verdict => (verdict.may ? yes() : verdict)

function judgeOf(who: Somebody, known: Known) {
  return {
    guest: () => unless(isGuest(who), 'guest'),
    isAnAdministrator: () => (isAdministrator(who) ? yes({ kind: 'administrator' }) : no()),
    holds: (scope: Scope, name: string, value: PermissionValue | undefined): Verdict => {
      // what the server does not tell of is for it to say
      if (value === undefined) return no({ kind: 'lacks', scope, name })
      if (isGuest(who) && !known.rules(scope, name).allow_everyone_group) return no({ kind: 'guest' })
      const path = who.isGroup ? pathsOf(value, known.groups).groups.get(who.id) : pathOf(value, known.groups, who.id)
      return path ? yes({ kind: 'holds', scope, name, path }) : no({ kind: 'lacks', scope, name })
    },
  }
}
