import { isGuest } from '#contract'
import { type Area, initials, type Tap } from '#platform/serve'
import { channelUnarchived } from '../channels/actions/archive.ts'
import { channelsCreated, createChannels } from '../channels/actions/create.ts'
import { defaultChannels } from '../channels/actions/defaults.ts'
import { sightLost } from '../channels/actions/visibility.ts'
import { channelsMirror } from '../channels/mirror.ts'
import { organizationFounded } from '../founding/hooks.ts'
import { userCreated, userDeactivated, userReactivated } from '../users/actions/index.ts'
import { showUnarchived, tellDeactivated, tellReactivated } from './actions/peers.ts'
import { subscribe, subscribersAdded } from './actions/subscribe.ts'
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
  // new people begin in the default channels, and where an invitation puts them; bots and guests only there
  userCreated.tap(async (act, account, { defaultChannels: inDefaults = !isGuest(account), channelIds = [] }) => {
    if (account.botType !== null) return
    const channels = new Set(inDefaults ? defaultChannels(act) : [])
    for (const id of channelIds) {
      const channel = act.get(channelsMirror).byId.get(id)
      if (channel && !channel.isArchived) channels.add(channel)
    }
    if (channels.size === 0) return
    const { added } = await subscribe(act, [...channels], [account])
    await subscribersAdded(act, { added, byId: null, sendMessages: false, created: new Set() })
  }),
  // an organization begins with channels that everybody who comes is in
  organizationFounded.tap(async (act, owner, names) => {
    const channels = await createChannels(
      act,
      names.map((name) => ({ name, isDefault: true })),
      owner.id,
    )
    const created = new Set(channels.map(({ id }) => id))
    const { added } = await subscribe(act, channels, [owner], { created })
    await channelsCreated(act, { channels, creatorId: owner.id, announce: false })
    await subscribersAdded(act, { added, byId: null, sendMessages: false, created })
  }),
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
