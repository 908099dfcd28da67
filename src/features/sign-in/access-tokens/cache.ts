import { cache } from '#platform/organization'
import { AccessTokens } from './access-token.ts'
import { tokenAdded, tokenRemoved, tokenUpdated } from './api.ts'
import * as store from './store.ts'

export const accessTokensCache = cache<AccessTokens>({
  name: 'access tokens',
  async load(tx, orgId) {
    const tokens = new AccessTokens()
    for (const row of await store.all(tx, orgId)) tokens.put(row)
    return tokens
  },
}).on([tokenAdded, tokenUpdated, tokenRemoved], async (tokens, events, tx, orgId) => {
  const changed = events.flatMap(({ payload }) => ('access_token' in payload ? [payload.access_token.id] : []))
  const rows = changed.length > 0 ? await store.all(tx, orgId, changed) : []
  return () => {
    for (const { payload } of events) if ('token_id' in payload) tokens.drop(payload.token_id)
    for (const row of rows) tokens.put(row)
  }
})
