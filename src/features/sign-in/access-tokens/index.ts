import type { Feature } from '#platform/serve'
import { apiKeyReplaced, userDeactivated } from '../../people/users/actions/index.ts'
import { tokenInUse } from './access.ts'
import { noteUses, revokeAll } from './actions.ts'
import * as api from './api.ts'
import { accessTokensCache } from './cache.ts'
import { routes } from './routes.ts'

export const accessTokensFeature: Feature = {
  name: 'access-tokens',
  hookHandlers: [
    apiKeyReplaced.handledBy((mutation, { id }) => revokeAll(mutation, id)),
    userDeactivated.handledBy((mutation, { id }) => revokeAll(mutation, id)),
  ],
  api: [api],
  caches: [accessTokensCache],
  accessToken: tokenInUse,
  repeated: [{ name: 'uses of access tokens', everySecs: 1_800, run: noteUses, atStop: true }],
  routes,
}
