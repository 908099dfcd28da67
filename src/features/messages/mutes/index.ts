import { type Feature, type HookHandler, initial } from '#platform/serve'
import { channelUnmuted } from '../../channels/subscriptions/actions/properties.ts'
import { topicUnmuted } from '../../channels/user-topics/actions.ts'
import { forgetEnds, moveEnds } from './actions.ts'
import * as api from './api.ts'
import { mutedConversationsCache } from './cache.ts'
import { endingMutes } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'
import * as usersApi from './users/api.ts'
import { mutedUsersCache } from './users/cache.ts'
import { routes as userRoutes } from './users/routes.ts'

const hookHandlers: readonly HookHandler[] = [
  channelUnmuted.handledBy(
    async (mutation, userIds, channelId) => void (await forgetEnds(mutation, userIds, { kind: 'channel', channelId })),
  ),
  topicUnmuted.handledBy((mutation, userIds, topic, movedTo) =>
    moveEnds(mutation, userIds, { kind: 'topic', ...topic }, movedTo ? { kind: 'topic', ...movedTo } : undefined),
  ),
]

/** Timed mutes, muted direct conversations, and muted users. See docs/notifications.md. */
export const mutesFeature: Feature = {
  name: 'mutes',
  hookHandlers,
  api: [api, usersApi],
  caches: [mutedConversationsCache, mutedUsersCache],
  due: [endingMutes],
  routes: [...routes, ...userRoutes],
  state: [
    initial(api.mutesState, (tx, viewer) => store.list(tx, viewer.id)),
    initial(usersApi.mutedUsersState, (_tx, viewer, { org }) => [...org.get(mutedUsersCache).of(viewer.id)]),
  ],
}
