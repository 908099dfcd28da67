import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { messageEdited, messagesDeleted, messagesRead } from '../messages/hooks.ts'
import { quietTimeChosen } from '../quiet-times/actions.ts'
import { notifyOfEdited, notifyOfSent } from './actions/notify.ts'
import { choicesMirror, listenersMirror } from './choices-mirror.ts'
import { forgetWithdrawn, putOff } from './held/actions.ts'
import { endingQuiet } from './held/due.ts'
import { notificationsWithdrawn } from './hooks.ts'
import { topicPoliciesMirror } from './topic-policies-mirror.ts'

const taps: readonly Tap[] = [
  messageSent.tap(notifyOfSent),
  messageEdited.tap(notifyOfEdited),
  messagesRead.tap((act, { userIds, messageIds }) =>
    notificationsWithdrawn(act, { userIds, messageIds, reason: 'read' }),
  ),
  messagesDeleted.tap((act, messageIds) =>
    notificationsWithdrawn(act, { userIds: 'everyone', messageIds, reason: 'deleted' }),
  ),
  notificationsWithdrawn.tap(forgetWithdrawn),
  quietTimeChosen.tap(putOff),
]

/** Decides who is notified of messages. Delivery areas tap the hooks in hooks.ts, which explains how. */
export const notificationsArea: Area = {
  name: 'notifications',
  taps,
  mirrors: [choicesMirror, listenersMirror, topicPoliciesMirror],
  due: [endingQuiet],
}
