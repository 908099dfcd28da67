import {
  type Endpoint,
  isAdministrator,
  isGuest,
  isOwner,
  mustBeAdministrator,
  mustBeBot,
  mustBeHuman,
  mustBeMember,
  mustBeOwner,
  onlySends,
  userDeactivated,
} from '#contract'
import type { Page } from '#platform/serve'
import type { Viewer } from '#platform/viewer'

/** The coarse rule of a declaration; finer ones are checked where the thing is loaded. */
export function checkCaller(
  { caller, sends = false }: { caller: Endpoint['caller'] | Page['caller']; sends?: boolean },
  viewer: Viewer | undefined,
): void {
  if (!viewer) throw userDeactivated()
  if (viewer.onlySends && !sends) throw onlySends()
  if (caller === 'webhook' && !viewer.isBot) throw mustBeBot()
  if (caller === 'human' && viewer.isBot) throw mustBeHuman()
  if (caller === 'member' && isGuest(viewer)) throw mustBeMember()
  if (caller === 'administrator' && !isAdministrator(viewer)) throw mustBeAdministrator()
  if (caller === 'owner' && !isOwner(viewer)) throw mustBeOwner()
}
