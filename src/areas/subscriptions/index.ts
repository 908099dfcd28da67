import { type Area, initials, type Tap } from '#platform/serve'
import { channelUnarchived } from '../channels/actions/archive.ts'
import { sightLost } from '../channels/actions/visibility.ts'
import { organizationFounded } from '../founding/hooks.ts'
import { userCreated, userDeactivated, userReactivated } from '../users/actions/index.ts'
import { subscribeFounder, subscribeNewcomer } from './actions/newcomers.ts'
import { showUnarchived, tellDeactivated, tellReactivated } from './actions/peers.ts'
import * as api from './api.ts'
import { subscriptionsMirror } from './mirror.ts'
import { subscriptionListsOf } from './present/lists.ts'
import { routes } from './routes.ts'
import { subscriptionLists } from './states.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  channelUnarchived.tap(showUnarchived),
  userDeactivated.tap((act, { id }) => tellDeactivated(act, id)),
  userReactivated.tap((act, { id }) => tellReactivated(act, id)),
  sightLost.tap((act, channelIds, userIds) => store.loseSight(act.tx, act.org.id, channelIds, userIds)),
  userCreated.tap(subscribeNewcomer),
  organizationFounded.tap(subscribeFounder),
]

export const subscriptionsArea: Area = {
  name: 'subscriptions',
  taps,
  api: [api],
  keyedMirrors: [subscriptionsMirror],
  spans: subscriptionsMirror,
  routes,
  state: [
    initials(subscriptionLists, (tx, viewer, { org, client, includeSubscribers }) =>
      subscriptionListsOf(tx, org, viewer, { include: includeSubscribers, archived: client.can('archived_channels') }),
    ),
  ],
}
