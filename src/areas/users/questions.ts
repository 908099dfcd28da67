import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { type Context, type OpenContext, question, type RegisterContext, tappable } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Account } from './account.ts'
import type { PublicUser } from './wire.ts'

/** The people shown to spectators, as they are shown to them. */
export const usersForSpectators = question(
  async (_ctx: Pick<Context, 'org' | 'read'>): Promise<readonly PublicUser[]> => [],
)

/** Throws where it takes more than a password to enter an account, and that was not given. */
export const checkSecondStep = question(
  async (_ctx: OpenContext, _account: Account, _code: string | undefined): Promise<void> => {},
)

/** Who has not been here for weeks, as far as others may know. */
export const whoIsAway = question(
  (_org: Organization): ((id: UserId) => boolean) =>
    () =>
      false,
)

/** At most `limit` people, whom the viewer is likely to meet first; it does not matter whether the viewer may know them. */
type Near = (
  tx: Tx,
  viewer: Viewer,
  ctx: RegisterContext,
  limit: number,
) => Promise<Iterable<UserId>> | Iterable<UserId>

/** Whom a client of a large organization is told of at once: later areas say who that is. */
export const nearPeople = tappable<Near>()
