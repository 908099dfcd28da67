import { type Feature, type HookHandler, initial } from '#platform/serve'
import { channelUnmuted } from '../../channels/subscriptions/actions/properties.ts'
import { topicUnmuted } from '../../channels/user-topics/actions.ts'
import { isConversationMuted } from '../messages/muted-conversation.ts'
import { forgetEnds, moveEnds } from './actions.ts'
import * as api from './api.ts'
import { mutedConversationsCache } from './cache.ts'
import { endingMutes } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  channelUnmuted.handledBy(
    async (mutation, userIds, channelId) => void (await forgetEnds(mutation, userIds, { kind: 'channel', channelId })),
  ),
  isConversationMuted.handledBy((org, userId, people) => org.get(mutedConversationsCache).isMuted(people, userId)),
  topicUnmuted.handledBy((mutation, userIds, topic, movedTo) =>
    moveEnds(mutation, userIds, { kind: 'topic', ...topic }, movedTo ? { kind: 'topic', ...movedTo } : undefined),
  ),
]

/** Timed mutes, and mutes of direct conversations. See docs/notifications.md. */
export const mutesFeature: Feature = {
  name: 'mutes',
  hookHandlers,
  api: [api],
  caches: [mutedConversationsCache],
  due: [endingMutes],
  routes,
  state: [initial(api.mutesState, (tx, viewer) => store.list(tx, viewer.id))],
}
