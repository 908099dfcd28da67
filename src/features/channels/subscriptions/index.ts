import { type Feature, type HookHandler, initials } from '#platform/serve'
import { organizationFounded } from '../../people/organization-settings/actions/found.ts'
import { channelsOfRestriction } from '../../people/restrictions/actions.ts'
import { userCreated, userDeactivated, userReactivated } from '../../people/users/actions/index.ts'
import { channelUnarchived } from '../channels/actions/archive.ts'
import { visibilityLost } from '../channels/actions/visibility.ts'
import { checkVisible } from './access.ts'
import { subscribeFounder, subscribeNewcomer } from './actions/newcomers.ts'
import { announceDeactivated, announceReactivated, showUnarchived } from './actions/peers.ts'
import * as api from './api.ts'
import { subscriptionsCache } from './cache.ts'
import { routes } from './routes.ts'
import { subscriptionListsOf } from './serialize/lists.ts'
import { subscriptionLists } from './states.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  channelUnarchived.handledBy(showUnarchived),
  userDeactivated.handledBy((mutation, { id }) => announceDeactivated(mutation, id)),
  userReactivated.handledBy((mutation, { id }) => announceReactivated(mutation, id)),
  visibilityLost.handledBy((mutation, channelIds, userIds) =>
    store.loseVisibility(mutation.tx, mutation.org.id, channelIds, userIds),
  ),
  userCreated.handledBy(subscribeNewcomer),
  organizationFounded.handledBy(subscribeFounder),
  channelsOfRestriction.handledBy(checkVisible),
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
