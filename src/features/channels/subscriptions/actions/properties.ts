import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { clientsOf, emitAbout } from '../../channels/audience.ts'
import { channelsCache } from '../../channels/cache.ts'
import { invalidChannelId } from '../../channels/errors.ts'
import { subscriptionUpdated } from '../../channels/states.ts'
import { badPropertyValue, notSubscribed, type PersonalProperty } from '../api.ts'
import * as store from '../store.ts'

export const channelUnmuted = hook<[userIds: readonly UserId[], ChannelId]>()

interface PropertyChange {
  stream_id: ChannelId
  property: PersonalProperty
  value: boolean | string
}

/** `#rrggbb` in lower case, also from the short form; undefined if it's not a color. */
function normalColor(text: string): string | undefined {
  const color = text.toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) return color
  return /^#[0-9a-f]{3}$/.test(color) ? color.replace(/[0-9a-f]/g, '$&$&') : undefined
}

function checked({ property, value }: PropertyChange): boolean | string {
  if (property !== 'color') {
    if (typeof value === 'boolean') return value
    throw badPropertyValue({}, { property, reason: 'must be true or false' })
  }
  const color = typeof value === 'string' ? normalColor(value) : undefined
  if (color === undefined) throw badPropertyValue({}, { property, reason: 'must be a colour such as #00ff7f' })
  return color
}

/** Changes the viewer's channel settings: all entries or none; later ones win. */
export async function updateProperties(mutation: Mutation, changes: readonly PropertyChange[]): Promise<void> {
  const { tx, org, viewer } = mutation
  const values = changes.map(checked)
  const mine = new Map((await store.ofUser(tx, org.id, viewer.id)).map((row) => [row.channel_id, row]))
  for (const { stream_id } of changes) {
    if (mine.get(stream_id)?.active) continue
    throw mutation.get(channelsCache).byId.has(stream_id) && mine.has(stream_id)
      ? notSubscribed({}, { stream_id })
      : invalidChannelId()
  }
  const touched = new Map<ChannelId, store.SubscriptionRow>()
  for (const [index, { stream_id, property }] of changes.entries()) {
    const row = touched.get(stream_id) ?? { ...(mine.get(stream_id) as store.SubscriptionRow) }
    const value = values[index] as boolean | string
    if (property === 'in_home_view') row.is_muted = !value
    else Object.assign(row, { [property]: value })
    touched.set(stream_id, row)
  }
  if (touched.size === 0) return
  await store.setPersonal(tx, viewer.id, [...touched.values()])
  for (const [index, { stream_id, property }] of changes.entries())
    tell(mutation, [viewer.id], stream_id, property, values[index] as boolean | string)
  for (const [channelId, row] of touched)
    if (mine.get(channelId)?.is_muted && !row.is_muted) await channelUnmuted(mutation, [viewer.id], channelId)
}

function tell(
  mutation: Mutation,
  userIds: UserId[],
  stream_id: ChannelId,
  property: PersonalProperty,
  value: boolean | string,
) {
  const told: [string, boolean | string][] =
    property === 'is_muted' || property === 'in_home_view'
      ? [
          ['in_home_view', property === 'in_home_view' ? value : !value],
          ['is_muted', property === 'is_muted' ? value : !value],
        ]
      : [[property, value]]
  const channel = mutation.get(channelsCache).byId.get(stream_id) as { isArchived: boolean }
  for (const [name, set] of told)
    emitAbout(mutation, clientsOf(channel), subscriptionUpdated, { stream_id, property: name, value: set }, userIds)
}

/** For current and former subscribers; returns whether anything changed. */
export async function setChannelMuted(
  mutation: Mutation,
  userIds: readonly UserId[],
  channelId: ChannelId,
  isMuted: boolean,
): Promise<boolean> {
  const changed = await store.setMuted(mutation.tx, userIds, channelId, isMuted)
  if (changed.length === 0) return false
  const own = changed.filter(({ active }) => active).map(({ user_id }) => user_id)
  if (own.length > 0) tell(mutation, own, channelId, 'is_muted', isMuted)
  const users = changed.map(({ user_id }) => user_id)
  if (!isMuted) await channelUnmuted(mutation, users, channelId)
  return true
}
