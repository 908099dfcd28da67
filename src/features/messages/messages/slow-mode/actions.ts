import type { ChannelId, MessageId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { announcedLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { type Account, timeForAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { moderates } from '../access/moderates.ts'
import { slowSecondsIn } from './access.ts'
import { slowMode, slowModeMoves } from './errors.ts'
import { slowUntil } from './rules.ts'
import { ceilSeconds } from './serialize.ts'
import { slowPosted } from './states.ts'
import * as store from './store.ts'

/**
 * Starts the account's interval in a channel with slow mode; throws if the last one isn't over. Bots have their own
 * interval, so that an integration and its owner don't block each other.
 */
export async function startInterval(mutation: Mutation, channelId: ChannelId, account: Account): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(channelId)
  if (channel && isSlowFor(mutation.org, channel, account)) await start(mutation, channel, account)
}

/** All messages that other people post through a system bot share the bot's interval. */
export async function startSharedInterval(mutation: Mutation, channelId: ChannelId, bot: Account): Promise<void> {
  const channel = mutation.get(channelsCache).byId.get(channelId)
  if (channel && slowSecondsIn(mutation.org, channel) > 0) await start(mutation, channel, bot)
}

/** Moving a message into a channel with slow mode counts as posting there, so only one can be moved at a time. */
export async function startMoversInterval(
  mutation: Mutation,
  { from, to, ids, isLast }: { from: Channel; to: Channel; ids: readonly MessageId[]; isLast: boolean },
): Promise<void> {
  const account = mutation.get(peopleCache).byId.get(mutation.viewer.id)
  if (from.id === to.id || !account || !isSlowFor(mutation.org, to, account)) return
  if (ids.length > 1 || !isLast) throw slowModeMoves()
  await start(mutation, to, account)
}

// perf: most channels stop at the first check
const isSlowFor = (org: Organization, channel: Channel, account: Account): boolean =>
  slowSecondsIn(org, channel) > 0 &&
  !account.isSystemBot &&
  !account.botSettings.isAutomation &&
  !moderates(org, account.id, channel)

async function start(mutation: Mutation, channel: Channel, account: Account): Promise<void> {
  const { tx, org, now } = mutation
  const before = await store.postedAt(tx, channel.id, account.id)
  const ends = before && new Date(before.getTime() + slowSecondsIn(org, channel) * 1_000)
  if (ends && ends > now)
    throw slowMode(
      { retry_at: ceilSeconds(ends) },
      { time: timeForAccount(account, new Date(ceilSeconds(ends) * 1_000), { isClock: true }) },
    )
  await store.notePost(tx, { org_id: org.id, channel_id: channel.id, user_id: account.id, posted_at: now })
  const posted_at = ceilSeconds(now)
  const slow_until = slowUntil(posted_at, channel.slowModeSeconds)
  mutation.emit(slowPosted, { stream_id: channel.id, posted_at, slow_until }, [account.id])
}

/**
 * Lets everyone post once right after slow mode is turned on. Keeps intervals of a lockdown in effect, and removes rows
 * left over from earlier ones.
 */
export async function forgetIntervals(
  { tx, org }: Mutation,
  { before, after }: { before: Channel; after: Channel },
): Promise<void> {
  if (before.slowModeSeconds > 0 && after.slowModeSeconds === 0) await store.forget(tx, after.id)
  if (before.slowModeSeconds === 0 && after.slowModeSeconds > 0)
    await store.forget(tx, after.id, announcedLockdown(org)?.started_at)
}
