import { type Area, initial, type Tap } from '#platform/serve'
import { isConversationMuted } from '../messages/muted-conversation.ts'
import { channelUnmuted } from '../subscriptions/actions/properties.ts'
import { topicUnmuted } from '../user-topics/actions.ts'
import { forgetEnds, moveEnds } from './actions.ts'
import * as api from './api.ts'
import { endingMutes } from './due.ts'
import { mutedConversationsMirror } from './mirror.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  channelUnmuted.tap(
    async (act, userIds, channelId) => void (await forgetEnds(act, userIds, { kind: 'channel', channelId })),
  ),
  isConversationMuted.tap((org, userId, people) => org.get(mutedConversationsMirror).isMuted(people, userId)),
  topicUnmuted.tap((act, userIds, topic, movedTo) =>
    moveEnds(act, userIds, { kind: 'topic', ...topic }, movedTo ? { kind: 'topic', ...movedTo } : undefined),
  ),
]

/** Timed mutes, and mutes of direct conversations. See docs/notifications.md. */
export const mutesArea: Area = {
  name: 'mutes',
  taps,
  api: [api],
  mirrors: [mutedConversationsMirror],
  due: [endingMutes],
  routes,
  state: [initial(api.mutesState, (tx, viewer) => store.list(tx, viewer.id))],
}
