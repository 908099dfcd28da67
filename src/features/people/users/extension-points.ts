import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import {
  type Context,
  extensionPoint,
  handlerRegistry,
  hook,
  type OpenContext,
  type RegisterContext,
} from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Account } from './account.ts'
import type { PublicUser } from './wire.ts'

export const usersForSpectators = extensionPoint(
  async (_ctx: Pick<Context, 'org' | 'read'>): Promise<readonly PublicUser[]> => [],
)

/** Throws if the account needs more than a password to sign in, and it's missing. */
export const checkSecondStep = extensionPoint(
  async (_ctx: OpenContext, _account: Account, _code: string | undefined): Promise<void> => {},
)

export interface ProfileText {
  readonly content: string
  /** For Markdown. */
  readonly html?: string | null
}

/**
 * Called before the acting user changes a name, status, or profile field, in the same transaction; handlers throw to refuse
 * it. `joining` is someone who registers, and isn't called for people who join with a sign-in service or a directory.
 */
export const profileTextChanging = hook<[texts: readonly ProfileText[], joining?: { readonly role: number }]>()

/** The status texts of users who have one. */
export const statusTexts = extensionPoint(
  async (_tx: Tx, _userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> => new Map(),
)

/** Users who were away for weeks, as far as others can know. */
export const awayUsers = extensionPoint(
  (_org: Organization): ((id: UserId) => boolean) =>
    () =>
      false,
)

/** Up to `limit` users that the viewer is likely to need first; they needn't be visible. */
type Near = (
  tx: Tx,
  viewer: Viewer,
  ctx: RegisterContext,
  limit: number,
) => Promise<Iterable<UserId>> | Iterable<UserId>

/** Users sent to a client of a large organization at once; filled by later features. */
export const nearPeople = handlerRegistry<Near>()

/** The newest message that an account received; -1 if none. */
export const newestMessage = extensionPoint((_tx: Tx, _userId: UserId): Promise<number> | number => -1)
