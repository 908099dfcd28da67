import type { Area, Tap } from '#platform/serve'
import { apiKeyReplaced, passwordChanged, userDeactivated, userRoleChanged } from '../users/actions/index.ts'
import * as actions from './actions.ts'
import * as api from './api.ts'
import { reminding } from './due.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  userDeactivated.tap((act, account) => actions.endInvitationsBy(act, account, true)),
  userRoleChanged.tap((act, _before, after) => actions.endInvitationsBy(act, after, false)),
  apiKeyReplaced.tap(actions.endInvitationsToPower),
  passwordChanged.tap(actions.endInvitationsToPower),
]

export const invitationsArea: Area = {
  name: 'invitations',
  taps,
  api: [api],
  routes,
  due: [reminding],
}
