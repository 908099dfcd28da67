import type { Area, Tap } from '#platform/serve'
import { messageEdited, messagesDeleted, messagesRead } from '../messages/actions/fate.ts'
import { messageSent } from '../messages/actions/send.ts'
import { notifyOfEdited, notifyOfSent } from './actions.ts'
import { notificationsWithdrawn } from './hooks.ts'
import { choicesMirror, listenersMirror } from './mirror.ts'
import { topicPoliciesMirror } from './topic-policies.ts'

const taps: readonly Tap[] = [
  messageSent.tap(notifyOfSent),
  messageEdited.tap(notifyOfEdited),
  messagesRead.tap((act, { userIds, messageIds }) =>
    notificationsWithdrawn(act, { userIds, messageIds, reason: 'read' }),
  ),
  messagesDeleted.tap((act, messageIds) =>
    notificationsWithdrawn(act, { userIds: 'everyone', messageIds, reason: 'deleted' }),
  ),
]

/** Who is to be notified of messages. What carries notifications taps the hooks of hooks.ts, which says how. */
export const notificationsArea: Area = {
  name: 'notifications',
  taps,
  mirrors: [choicesMirror, listenersMirror, topicPoliciesMirror],
}
