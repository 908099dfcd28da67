import { canReclaim, channelStateOf } from '../../src/features/channels/channels/rules.ts'
import { creationPermission } from '../../src/features/channels/channels/settings-rules.ts'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { canInChannel, haveInOrganization, oneself } from './rights.ts'

/** Archived channels could be joined, but that's not useful. */
export const canJoin = (one: Channel): boolean =>
  !one.is_archived && (canInChannel('join', one) || canReclaim(oneself(), channelStateOf(one), one.subscriber_count))

export const canAddPeople = (one: Channel): boolean => !one.is_archived && canInChannel('addPeople', one)

export const canCreate = () => {
  const can = (kind: { isPrivate?: boolean; isWebPublic?: boolean }) =>
    haveInOrganization(creationPermission({ isPrivate: false, isWebPublic: false, ...kind }))
  return {
    public: can({}),
    private: can({ isPrivate: true }),
    webPublic:
      part<boolean>('realm_enable_spectator_access').value === true &&
      part<boolean>('server_web_public_streams_enabled').value !== false &&
      can({ isWebPublic: true }),
  }
}

export const canCreateAny = (): boolean => Object.values(canCreate()).some(Boolean)
