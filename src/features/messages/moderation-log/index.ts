import type { Feature } from '#platform/serve'
import { organizationSettingsChanged } from '../../people/organization-settings/actions/settings.ts'
import { restrictionLifted, restrictionSaved } from '../../people/restrictions/hooks.ts'
import { lockdownEndedEarly, lockdownSaved } from '../../people/restrictions/lockdown/hooks.ts'
import { profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { userReactivated } from '../../people/users/actions/index.ts'
import { userBanned } from '../moderation/bans/hooks.ts'
import { deletionStarted, deletionUndone } from '../moderation/deletions/hooks.ts'
import {
  forgetPerson,
  logBan,
  logDeletion,
  logLockdown,
  logRestriction,
  logUnban,
  removeLog,
  reversalOf,
} from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

/** What moderators did, for members to read. See help/moderation.md. */
export const moderationLogFeature: Feature = {
  name: 'moderation-log',
  api: [api],
  hookHandlers: [
    restrictionSaved.handledBy(logRestriction),
    restrictionLifted.handledBy(reversalOf('restriction')),
    userBanned.handledBy(logBan),
    userReactivated.handledBy(logUnban),
    deletionStarted.handledBy(logDeletion),
    deletionUndone.handledBy(reversalOf('message_deletion')),
    lockdownSaved.handledBy(logLockdown),
    lockdownEndedEarly.handledBy(reversalOf('lockdown')),
    organizationSettingsChanged.handledBy(removeLog),
    profileDeleted.handledBy(forgetPerson),
  ],
  routes,
}
