import { type ChannelId, isModerator, mustBeModerator, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { cannotMakePublicYet } from '../../../channels/channels/errors.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { activeModerators } from '../../../people/users/access/index.ts'
import type { AttachmentRow } from '../../attachments/rows.ts'
import { uploadPathsIn } from '../../attachments/uploads-in-text.ts'
import { limitsOn } from '../newcomer-limits/access.ts'
import type { Recipient } from '../recipient.ts'
import { heldMessagesCache } from './cache.ts'
import * as errors from './errors.ts'
import * as store from './store.ts'

/** Whether moderators still have to review someone's messages in public channels. */
async function isUnderReview({ tx, org }: Mutation, userId: UserId): Promise<boolean> {
  const first = limitsOn(org, userId)?.newcomer_held_messages ?? 0
  return first > 0 && (await store.countInPublicChannels(tx, userId, first)) < first
}

/** Whether a moderator has to look at a message: it's one of its author's first in public channels. */
export async function needsReview(
  mutation: Mutation,
  { sender, recipient }: { readonly sender: { readonly id: UserId }; readonly recipient: Recipient },
): Promise<boolean> {
  if (recipient.kind !== 'channel') return false
  // it may have changed since the message was composed
  const channel = mutation.get(channelsCache).byId.get(recipient.channel.id) ?? recipient.channel
  // moderators may not be able to read private channels
  return !channel.isPrivate && isUnderReview(mutation, sender.id)
}

/** Throws if moving messages from a private channel would get around reviews. */
export async function checkCanPublish(
  mutation: Mutation,
  { from, to }: { readonly from: Channel; readonly to: Channel },
): Promise<void> {
  if (from.isPrivate && !to.isPrivate && (await isUnderReview(mutation, mutation.viewer.id)))
    throw errors.cannotHold({ rule: 'held' })
}

/** Throws if editing a message in this channel would bypass review. */
export async function checkCanEditIn(mutation: Mutation, channel: Channel): Promise<void> {
  if (!channel.isPrivate && (await isUnderReview(mutation, mutation.viewer.id)))
    throw errors.cannotEditYet({ rule: 'held' })
}

/** Throws if making a private channel public would get around reviews. */
export async function checkCanMakePublic(mutation: Mutation): Promise<void> {
  if (await isUnderReview(mutation, mutation.viewer.id)) throw cannotMakePublicYet()
}

interface Reviewing {
  readonly org: Organization
  readonly viewer: Viewer
}

function checkReviews({ viewer }: Reviewing): void {
  if (!isModerator(viewer)) throw mustBeModerator()
}

export function reviewableChannels(context: Reviewing): ChannelId[] {
  checkReviews(context)
  const channels = context.org.get(channelsCache).byId.values()
  return [...channels].filter((channel) => canReview(context, channel)).map(({ id }) => id)
}

const canReview = ({ org, viewer }: Reviewing, channel: Channel): boolean =>
  canReadChannel(viewer, channel, membershipsOf(org, viewer.id).isSubscribed(channel.id))

/** Whether any moderator can see messages that are held in a channel. */
export function isReviewable(org: Organization, channelId: ChannelId): boolean {
  const channel = org.get(channelsCache).byId.get(channelId)
  return activeModerators(org).some((id) => {
    const viewer = org.viewer(id)
    return channel !== undefined && viewer !== undefined && canReview({ org, viewer }, channel)
  })
}

/** Throws unless the viewer is a moderator who can read the message's channel. */
export function checkReviewsIn(context: Reviewing, channelId: ChannelId): void {
  checkReviews(context)
  const channel = context.org.get(channelsCache).byId.get(channelId)
  if (!channel || !canReview(context, channel)) throw errors.noSuchHeldMessage()
}

/** Held messages as their author sees them, oldest first. */
export async function ownHeld(tx: Tx, org: Organization, userId: UserId) {
  // perf: most people have none
  return org.get(heldMessagesCache).has(userId) ? (await store.waiting(tx, org.id, [userId])).map(store.toOwn) : []
}

/** Whether a file was uploaded for a held or hidden message: links to files of others don't count. */
export const isAttachedTo = (
  { user_id, content }: Pick<store.Stored, 'user_id' | 'content'>,
  { owner_id, path_id }: Pick<AttachmentRow, 'owner_id' | 'path_id'>,
): boolean => owner_id === user_id && uploadPathsIn(content).includes(path_id)

/** Whether the viewer is a moderator who reviews a held message with this file. */
export async function canReviewHeldFile(tx: Tx, context: Reviewing, file: AttachmentRow): Promise<boolean> {
  const { org, viewer } = context
  if (!isModerator(viewer) || !org.get(heldMessagesCache).has(file.owner_id)) return false
  const channels = org.get(channelsCache).byId
  return (await store.waiting(tx, org.id, [file.owner_id])).some((row) => {
    const channel = channels.get(row.channel_id)
    return channel !== undefined && canReview(context, channel) && isAttachedTo(row, file)
  })
}

/** Files of held messages are kept until a moderator decides. */
export async function filesOfHeld(tx: Tx, orgId: number): Promise<ReadonlySet<string>> {
  return new Set((await store.textsWithFiles(tx, orgId)).flatMap(uploadPathsIn))
}
