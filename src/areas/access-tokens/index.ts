import type { Area } from '#platform/serve'
import { apiKeyReplaced, userDeactivated } from '../users/actions/index.ts'
import { tokenInUse } from './access.ts'
import { noteUses, revokeAll } from './actions.ts'
import * as api from './api.ts'
import { accessTokensMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const accessTokensArea: Area = {
  name: 'access-tokens',
  taps: [
    apiKeyReplaced.tap((act, { id }) => revokeAll(act, id)),
    userDeactivated.tap((act, { id }) => revokeAll(act, id)),
  ],
  api: [api],
  mirrors: [accessTokensMirror],
  accessToken: tokenInUse,
  repeated: [{ name: 'uses of access tokens', everySecs: 1_800, run: noteUses, atStop: true }],
  routes,
}
