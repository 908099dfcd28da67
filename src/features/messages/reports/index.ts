import type { Feature } from '#platform/serve'
import { deletingMessages, profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { messageReported } from '../messages/hooks.ts'
import { ruleReported } from '../messages/moderation-rules/rule-report.ts'
import { endHidingOf, keepReport, keepRuleReport } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const reportsFeature: Feature = {
  name: 'reports',
  api: [api],
  hookHandlers: [
    messageReported.handledBy(keepReport),
    ruleReported.handledBy(keepRuleReport),
    profileDeleted.handledBy(({ tx }, { id }) => store.forgetTexts(tx, id)),
    profileDeleted.handledBy(endHidingOf),
    deletingMessages.handledBy(async (mutation, author, { publicChannels }) =>
      publicChannels ? endHidingOf(mutation, author) : undefined,
    ),
  ],
  routes,
}
