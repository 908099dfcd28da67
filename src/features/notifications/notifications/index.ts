import type { Feature, HookHandler } from '#platform/serve'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { messageEdited, messagesDeleted, messagesRead } from '../../messages/messages/hooks.ts'
import { quietTimeChosen } from '../../people/quiet-times/actions.ts'
import { notifyOfEdited, notifyOfSent } from './actions/notify.ts'
import { choicesCache, listenersCache } from './choices-cache.ts'
import { forgetWithdrawn, putOff } from './held/actions.ts'
import { endingQuiet } from './held/due.ts'
import { notificationsWithdrawn } from './hooks.ts'
import { topicPoliciesCache } from './topic-policies-cache.ts'

const hookHandlers: readonly HookHandler[] = [
  messageSent.handledBy(notifyOfSent),
  messageEdited.handledBy(notifyOfEdited),
  messagesRead.handledBy((mutation, { userIds, messageIds }) =>
    notificationsWithdrawn(mutation, { userIds, messageIds, reason: 'read' }),
  ),
  messagesDeleted.handledBy((mutation, messageIds) =>
    notificationsWithdrawn(mutation, { userIds: 'everyone', messageIds, reason: 'deleted' }),
  ),
  notificationsWithdrawn.handledBy(forgetWithdrawn),
  quietTimeChosen.handledBy(putOff),
]

/** Decides who is notified of messages. Delivery features handle the hooks in hooks.ts, which explains how. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  hookHandlers,
  caches: [choicesCache, listenersCache, topicPoliciesCache],
  due: [endingQuiet],
}
