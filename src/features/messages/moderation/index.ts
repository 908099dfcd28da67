import { type Feature, initial } from '#platform/serve'
import { deletingMessages, profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { sessionStarting } from '../../people/users/actions/signed-in.ts'
import { messageBlocked } from '../messages/hooks.ts'
import * as api from './api.ts'
import * as bansApi from './bans/api.ts'
import { endUndo } from './deletions/actions.ts'
import * as deletionsApi from './deletions/api.ts'
import { deletions } from './deletions/due.ts'
import { forgetNetwork, noteNetwork } from './networks/actions.ts'
import { networkExpiry } from './networks/due.ts'
import * as newcomersApi from './newcomers/api.ts'
import { forgetNotes } from './notes/actions.ts'
import * as notesApi from './notes/api.ts'
import { countBlockedMessage } from './raids/actions.ts'
import { routes } from './routes.ts'
import { forgetWarnings } from './warnings/actions.ts'
import * as warningsApi from './warnings/api.ts'
import { pendingWarningsCache } from './warnings/cache.ts'
import * as warnings from './warnings/store.ts'

/** Moderation notes, warnings, bulk deletions, bans, and raid detection. See help/moderation.md. */
export const moderationFeature: Feature = {
  name: 'moderation',
  api: [api, notesApi, deletionsApi, warningsApi, bansApi, newcomersApi],
  caches: [pendingWarningsCache],
  due: [deletions, networkExpiry],
  hookHandlers: [
    ...[forgetNotes, forgetWarnings, forgetNetwork, endUndo].map((forget) => profileDeleted.handledBy(forget)),
    sessionStarting.handledBy(noteNetwork),
    messageBlocked.handledBy(countBlockedMessage),
    deletingMessages.handledBy((mutation, account) => endUndo(mutation, account)),
  ],
  routes,
  state: [
    initial(warningsApi.ownWarnings, (_tx, viewer, { org }) =>
      (org.get(pendingWarningsCache).get(viewer.id) ?? []).map(warnings.toOwn),
    ),
  ],
}
