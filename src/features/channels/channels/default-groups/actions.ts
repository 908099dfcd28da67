import { type ChannelId, isGuest, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { invalidChannelName } from '../errors.ts'
import * as api from './api.ts'
import * as store from './store.ts'

const toWire = ({ id, name, description, channel_ids }: store.StoredGroup): api.DefaultChannelGroup => ({
  id,
  name,
  description,
  streams: channel_ids,
})

export const groupsOf = async (tx: Tx, orgId: number): Promise<api.DefaultChannelGroup[]> =>
  (await store.list(tx, orgId)).map(toWire)

/** Groups that a new user can choose; guests can't choose any. */
export const groupsOffered = async (tx: Tx, orgId: number, newcomer: { role: number }) =>
  isGuest(newcomer) ? [] : (await store.list(tx, orgId)).filter(({ channel_ids }) => channel_ids.length > 0)

export async function channelsOfGroups(
  { tx, org }: Pick<Mutation, 'tx' | 'org'>,
  newcomer: { role: number },
  groupIds: readonly number[],
): Promise<ChannelId[]> {
  if (groupIds.length === 0) return []
  const offered = new Map((await groupsOffered(tx, org.id, newcomer)).map((group) => [group.id, group]))
  return groupIds.flatMap((id) => {
    const group = offered.get(id)
    if (!group) throw api.noSuchGroup()
    return group.channel_ids
  })
}

async function announce({ tx, org, emit }: Mutation): Promise<void> {
  emit(api.groupsChanged, { default_stream_groups: await groupsOf(tx, org.id) }, { members: true })
}

async function groupOf({ tx, org }: Mutation, id: number): Promise<store.StoredGroup> {
  const group = (await store.list(tx, org.id)).find((one) => one.id === id)
  if (!group) throw api.noSuchGroup()
  return group
}

function checkName(groups: readonly store.StoredGroup[], name: string, own?: number): void {
  const wanted = name.toLowerCase()
  if (groups.some((one) => one.id !== own && one.name.toLowerCase() === wanted)) throw api.groupNameTaken({}, { name })
}

/** Channels that can be in a group: those that all new users can see, and that aren't default channels. */
function channelsNamed(mutation: Mutation, names: readonly string[]): Channel[] {
  const channels = mutation.get(channelsCache)
  return names.map((stream) => {
    const channel = channels.named(stream.normalize('NFC').trim())
    if (!channel || channel.isArchived) throw invalidChannelName({}, { stream })
    return channel
  })
}

function fitting(channel: Channel): ChannelId {
  if (channel.isPrivate || channel.isDefault) throw api.notForGroups({}, { name: channel.name })
  return channel.id
}

export interface NewGroup {
  group_name: string
  description: string
  stream_names: readonly string[]
}

export async function createGroup(
  mutation: Mutation,
  { group_name: name, description, stream_names }: NewGroup,
): Promise<void> {
  const { tx, org } = mutation
  const groups = await store.list(tx, org.id)
  checkName(groups, name)
  if (groups.length >= api.maxGroups) throw api.tooManyGroups({}, { limit: api.maxGroups })
  const channel_ids = [...new Set(channelsNamed(mutation, stream_names).map(fitting))]
  await store.insert(tx, { org_id: org.id, name, description, channel_ids })
  await announce(mutation)
}

export async function updateGroup(
  mutation: Mutation,
  id: number,
  asked: { new_group_name?: string | undefined; new_description?: string | undefined },
): Promise<void> {
  const group = await groupOf(mutation, id)
  const name = asked.new_group_name ?? group.name
  const description = asked.new_description ?? group.description
  if (name === group.name && description === group.description) return
  checkName(await store.list(mutation.tx, mutation.org.id), name, id)
  await store.update(mutation.tx, id, { name, description })
  await announce(mutation)
}

export async function deleteGroup(mutation: Mutation, id: number): Promise<void> {
  await groupOf(mutation, id)
  await store.remove(mutation.tx, id)
  await announce(mutation)
}

export async function changeChannels(mutation: Mutation, id: number, op: 'add' | 'remove', names: readonly string[]) {
  const { channel_ids } = await groupOf(mutation, id)
  const channels = new Set(channelsNamed(mutation, names))
  const ids = new Set(channel_ids)
  for (const channel of channels) {
    const { name } = channel
    if (op === 'remove' && !ids.delete(channel.id)) throw api.notInGroup({}, { name })
    if (op === 'remove') continue
    if (ids.has(channel.id)) throw api.alreadyInGroup({}, { name })
    ids.add(fitting(channel))
  }
  if (ids.size > api.maxChannelsInGroup) throw api.tooManyInGroup({}, { limit: api.maxChannelsInGroup })
  if (channels.size === 0) return
  await store.update(mutation.tx, id, { channel_ids: [...ids] })
  await announce(mutation)
}

/** Private, default, and archived channels are removed from groups. */
export async function leaveGroups(
  mutation: Mutation,
  { id, isPrivate, isDefault, isArchived }: Channel,
): Promise<void> {
  if (!isPrivate && !isDefault && !isArchived) return
  const concerned = (await store.list(mutation.tx, mutation.org.id)).filter(({ channel_ids }) =>
    channel_ids.includes(id),
  )
  for (const group of concerned)
    await store.update(mutation.tx, group.id, { channel_ids: group.channel_ids.filter((one) => one !== id) })
  if (concerned.length > 0) await announce(mutation)
}

/** Guests don't see groups, so clients of users who become guests lose them, and of former guests get them. */
export async function roleChanged(mutation: Mutation, before: { role: number }, after: { id: UserId; role: number }) {
  if (isGuest(before) === isGuest(after)) return
  const groups = isGuest(after) ? [] : await groupsOf(mutation.tx, mutation.org.id)
  mutation.emit(api.groupsChanged, { default_stream_groups: groups }, [after.id])
}
