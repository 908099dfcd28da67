import { invalidApiKey, isAdministrator, type UserId, userDeactivated } from '#contract'
import type { Row } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import type { TokenInUse } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { checkOpen } from '../../people/organization/actions.ts'
import type { Account } from '../../people/users/account.ts'
import { administeredBot } from '../../people/users/actions/index.ts'
import { goesBy } from '../../people/users/api-key.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { tokenBegins } from './access-token.ts'
import { noSuchToken } from './api.ts'
import { accessTokensCache } from './cache.ts'
import * as store from './store.ts'

/** The token of a secret; undefined if it isn't one. `name` is sent with the secret, like an email with an API key. */
export function tokenInUse(org: Organization, name: string | null, secret: string): TokenInUse | undefined {
  if (!secret.startsWith(tokenBegins)) return undefined
  const tokens = org.get(accessTokensCache)
  const token = tokens.find(hashToken(secret), () => org.now())
  const account = token && org.get(peopleCache).byId.get(token.userId)
  if (!account || (name !== null && !goesBy(org, account, name))) throw invalidApiKey()
  checkOpen(org)
  if (!account.isActive) throw userDeactivated()
  tokens.used.set(token.id, org.now())
  return token
}

export function tokenHolder(memory: { org: Organization }, viewer: Viewer, botId: UserId | undefined): Account {
  if (botId !== undefined) return administeredBot(memory, viewer, botId)
  return memory.org.get(peopleCache).byId.get(viewer.id) as Account
}

/** A token of an account that the viewer manages; others count as missing. */
export async function administeredToken(mutation: Mutation, id: number): Promise<Row<'access_token'>> {
  const row = await store.find(mutation.tx, mutation.org.id, id)
  if (!row) throw noSuchToken()
  const { viewer } = mutation
  const holder = mutation.get(peopleCache).byId.get(row.user_id)
  const isOfOwnBot = holder?.botType != null && (holder.botOwnerId === viewer.id || isAdministrator(viewer))
  if (row.user_id !== viewer.id && !isOfOwnBot) throw noSuchToken()
  return row
}
