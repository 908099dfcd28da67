import { creationPermission } from '../../src/features/channels/channels/settings-rules.ts'
import { canInChannel, haveInOrganization } from '../permissions/rights.ts'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'

/** Whether joining is offered: archived channels could be joined, but there is nothing to join them for. */
export const canJoin = (one: Channel): boolean => !one.is_archived && canInChannel('join', one)

/** What kinds of channels one may make. */
export const canCreate = () => {
  const may = (kind: { isPrivate?: boolean; isWebPublic?: boolean }) =>
    haveInOrganization(creationPermission({ isPrivate: false, isWebPublic: false, ...kind }))
  return {
    public: may({}),
    private: may({ isPrivate: true }),
    webPublic:
      part<boolean>('realm_enable_spectator_access').value === true &&
      part<boolean>('server_web_public_streams_enabled').value !== false &&
      may({ isWebPublic: true }),
  }
}

export const canCreateAny = (): boolean => Object.values(canCreate()).some(Boolean)
