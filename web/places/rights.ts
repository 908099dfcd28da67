import { type GroupSettingValue, isAdministrator, isGuest, roles } from '#contract'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { isMine } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'

const own = () => person(ownId.value) ?? { role: roles.member }
const organization = <T>(name: string) => part<T>(name).value
const permits = (name: string): boolean => isMine(organization<GroupSettingValue>(name))

export const isAdmin = (): boolean => isAdministrator(own())

/** Whether one may change what a channel is for everybody; guests never do, whatever groups they are in. */
export const mayAdminister = (one: Channel): boolean =>
  isAdmin() || (!isGuest(own()) && isMine(one.can_administer_channel_group))

/** Whether one can come in without being asked to: private channels let in whom their permissions name. */
export function mayJoin(one: Channel): boolean {
  if (one.is_archived || isGuest(own())) return false
  return !one.invite_only || isMine(one.can_subscribe_group) || isMine(one.can_add_subscribers_group)
}

/** What kinds of channels one may make. */
export const mayCreate = () => ({
  public: !isGuest(own()) && permits('realm_can_create_public_channel_group'),
  private: !isGuest(own()) && permits('realm_can_create_private_channel_group'),
  webPublic:
    organization<boolean>('realm_enable_spectator_access') === true &&
    permits('realm_can_create_web_public_channel_group'),
})

export const mayCreateAny = (): boolean => Object.values(mayCreate()).some(Boolean)
