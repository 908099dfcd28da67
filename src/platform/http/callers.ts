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
  neededScope,
  onlySends,
  userDeactivated,
} from '#contract'
import { insufficientScope, notInChannels, notWithToken, type Page, type TokenInUse } from '#platform/serve'
import type { Viewer } from '#platform/viewer'

/** The declaration's coarse check; handlers check finer permissions. */
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

export type TokenRule = Parameters<typeof neededScope>[0] & Pick<Endpoint, 'inChannels'>

/** Tokens can fetch files and pictures but not pages that mutation. */
export const tokenRuleOf = ({ takesTokens }: Page): Pick<TokenRule, 'scope' | 'inChannels'> => ({
  scope: takesTokens ? 'read' : 'never',
  inChannels: false,
})

/** Checks a token's scope and channels, independently of the account's permissions. */
export function checkToken(rule: TokenRule, { scopes, onlyChannels }: TokenInUse): void {
  const scope = neededScope(rule)
  if (scope === 'open') return
  if (scope === 'never') throw notWithToken()
  if (!scopes.has(scope)) throw insufficientScope({ scope })
  if (onlyChannels && !rule.inChannels) throw notInChannels()
}
