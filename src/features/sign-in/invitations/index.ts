import type { Feature, HookHandler } from '#platform/serve'
import { apiKeyReplaced, passwordChanged, userDeactivated, userRoleChanged } from '../../people/users/actions/index.ts'
import * as actions from './actions.ts'
import * as api from './api.ts'
import { reminding } from './due.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  userDeactivated.handledBy((mutation, account) => actions.endInvitationsBy(mutation, account, true)),
  userRoleChanged.handledBy((mutation, _before, after) => actions.endInvitationsBy(mutation, after, false)),
  apiKeyReplaced.handledBy(actions.endInvitationsToPower),
  passwordChanged.handledBy(actions.endInvitationsToPower),
]

export const invitationsFeature: Feature = {
  name: 'invitations',
  hookHandlers,
  api: [api],
  routes,
  due: [reminding],
}
