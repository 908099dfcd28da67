import type { Feature } from '#platform/serve'
import { profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { userReactivated } from '../../people/users/actions/index.ts'
import { forgetModmail } from './actions.ts'
import * as api from './api.ts'
import { closeAppeal } from './appeal-actions.ts'
import { routes } from './routes.ts'

/** Messages to the moderators, and their replies. See help/moderation.md. */
export const modmailFeature: Feature = {
  name: 'modmail',
  api: [api],
  hookHandlers: [profileDeleted.handledBy(forgetModmail), userReactivated.handledBy(closeAppeal)],
  routes,
}
