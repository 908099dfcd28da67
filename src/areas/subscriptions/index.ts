import { type Feature, initials, type HookHandler } from '#platform/serve'
import { channelUnarchived } from '../channels/actions/archive.ts'
import { visibilityLost } from '../channels/actions/visibility.ts'
import { organizationFounded } from '../founding/hooks.ts'
import { userCreated, userDeactivated, userReactivated } from '../users/actions/index.ts'
import { subscribeFounder, subscribeNewcomer } from './actions/newcomers.ts'
import { showUnarchived, announceDeactivated, announceReactivated } from './actions/peers.ts'
import * as api from './api.ts'
import { subscriptionsCache } from './cache.ts'
import { subscriptionListsOf } from './serialize/lists.ts'
import { routes } from './routes.ts'
import { subscriptionLists } from './states.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  channelUnarchived.handledBy(showUnarchived),
  userDeactivated.handledBy((mutation, { id }) => announceDeactivated(mutation, id)),
  userReactivated.handledBy((mutation, { id }) => announceReactivated(mutation, id)),
  visibilityLost.handledBy((mutation, channelIds, userIds) => store.loseVisibility(mutation.tx, mutation.org.id, channelIds, userIds)),
  userCreated.handledBy(subscribeNewcomer),
  organizationFounded.handledBy(subscribeFounder),
]

export const subscriptionsFeature: Feature = {
  name: 'subscriptions',
  hookHandlers,
  api: [api],
  keyedCaches: [subscriptionsCache],
  spans: subscriptionsCache,
  routes,
  state: [
    initials(subscriptionLists, (tx, viewer, { org, client, includeSubscribers }) =>
      subscriptionListsOf(tx, org, viewer, { include: includeSubscribers, archived: client.can('archived_channels') }),
    ),
  ],
}
