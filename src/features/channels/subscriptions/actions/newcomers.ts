import { isGuest } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import type { userCreated } from '../../../people/users/actions/index.ts'
import { channelsCreated, createChannels } from '../../channels/actions/create.ts'
import { defaultChannels } from '../../channels/actions/defaults.ts'
import { channelsCache } from '../../channels/cache.ts'
import { subscribe, subscribersAdded } from './subscribe.ts'

type Beginning = Parameters<typeof userCreated>[2]

/** Subscribes new users to the default channels and those of their invitation; bots and guests only to the latter. */
export async function subscribeNewcomer(
  mutation: Mutation,
  account: Account,
  { defaultChannels: inDefaults = !isGuest(account), channelIds = [] }: Beginning,
): Promise<void> {
  if (account.botType !== null) return
  const channels = new Set(inDefaults ? defaultChannels(mutation) : [])
  for (const id of channelIds) {
    const channel = mutation.get(channelsCache).byId.get(id)
    if (channel && !channel.isArchived) channels.add(channel)
  }
  if (channels.size === 0) return
  const { added } = await subscribe(mutation, [...channels], [account])
  await subscribersAdded(mutation, { added, byId: null, sendMessages: false, created: new Set() })
}

/** Creates an organization's first channels, as default channels. */
export async function subscribeFounder(mutation: Mutation, owner: Account, names: readonly string[]): Promise<void> {
  const channels = await createChannels(
    mutation,
    names.map((name) => ({ name, isDefault: true })),
    owner.id,
  )
  const created = new Set(channels.map(({ id }) => id))
  const { added } = await subscribe(mutation, channels, [owner], { created })
  // without a creator, there are no notices: the founder knows that these channels are new
  await channelsCreated(mutation, { channels, creatorId: null, announce: false })
  await subscribersAdded(mutation, { added, byId: null, sendMessages: false, created })
}
