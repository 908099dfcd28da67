import type { GroupSettingValue, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Creation } from '../../channels/actions/create.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { groupsMirror } from '../../groups/mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { quoted, sendAsBot, silent } from './notices.ts'

/** Where the notices about a channel itself stand. */
const channelEvents = 'channel events'
/** Where new channels are announced, in the channel that the organization chose for it. */
const newChannels = 'new channels'

/** Whether notices about this channel are posted in it; there is no place for them where no topic has a name. */
const hasChannelEvents = (act: Act, { topicsPolicy }: Channel): boolean =>
  settingsOf(act).send_channel_events_messages && topicsPolicy !== 'empty_topic_only'

function privacy({ isPrivate, isWebPublic, historyPublicToSubscribers }: Channel): string {
  if (isWebPublic) return 'Web-public'
  if (!isPrivate) return 'Public'
  return historyPublicToSubscribers ? 'Private (shared history)' : 'Private (protected history)'
}

function retention({ messageRetentionDays: days }: Channel): string {
  if (days === null) return 'as long as the organization says'
  if (days === -1) return 'for ever'
  return days === 1 ? 'for one day' : `for ${days} days`
}

/** How many people and groups a notice names. */
const mostNamed = 20

/** The people and groups that hold a permission, without calling any of them; of very many some. */
function holders(act: Act, value: GroupSettingValue): string {
  const { direct_members, direct_subgroups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
  const groups = act.get(groupsMirror).byId
  const people = act.get(peopleMirror).byId
  const names = [
    ...direct_subgroups.flatMap((id) => groups.get(id) ?? []).map(({ name }) => `@_*${name}*`),
    ...direct_members.flatMap((id) => people.get(id) ?? []).map(silent),
  ]
  if (names.length === 0) return 'nobody'
  const more = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const description = ({ description: text }: Channel): string =>
  text.trim() ? quoted(text.trim()) : '*No description.*'

/** What has changed, each with who did it; the archive is told of by itself. */
function changes(act: Act, by: Account, before: Channel, after: Channel): string[] {
  const who = silent(by)
  const told: string[] = []
  if (after.name !== before.name) told.push(`${who} renamed this channel from **${before.name}** to **${after.name}**.`)
  if (after.description !== before.description)
    told.push(
      `${who} changed the description of this channel.\n\n` +
        `**Before:**\n\n${description(before)}\n\n**Now:**\n\n${description(after)}`,
    )
  if (privacy(after) !== privacy(before))
    told.push(`${who} changed the privacy of this channel from **${privacy(before)}** to **${privacy(after)}**.`)
  const [mayPost, mightPost] = [after, before].map((one) => one.permissions.can_send_message_group)
  if (mayPost !== undefined && mightPost !== undefined && JSON.stringify(mayPost) !== JSON.stringify(mightPost))
    told.push(
      `${who} changed who may post in this channel from ${holders(act, mightPost)} to ${holders(act, mayPost)}.`,
    )
  if (after.messageRetentionDays !== before.messageRetentionDays)
    told.push(
      `${who} changed how long messages in this channel are kept: before **${retention(before)}**, now **${retention(after)}**.`,
    )
  return told
}

/** New channels begin with a message that says who made them, and are announced where that was asked for. */
export async function tellOfNewChannels(act: Act, { channels, creatorId, announce }: Creation): Promise<void> {
  const creator = creatorId === null ? undefined : act.get(peopleMirror).byId.get(creatorId)
  if (!creator) return
  const { new_stream_announcements_stream_id } = settingsOf(act)
  for (const channel of channels) {
    if (!hasChannelEvents(act, channel)) continue
    const description = channel.description.trim()
    const text = `**${privacy(channel)}** channel created by ${silent(creator)}.${description ? `\n\n${quoted(description)}` : ''}`
    await sendAsBot(act, 'notification-bot', { kind: 'channel', channel }, channelEvents, text)
  }
  const place = act.get(channelsMirror).byId.get(new_stream_announcements_stream_id)
  const open = channels.filter(({ isPrivate }) => !isPrivate)
  if (!announce || !place || place.isArchived || open.length === 0) return
  const names = open.map(({ name }) => `#**${name}**`)
  const text = `${silent(creator)} created ${names.length === 1 ? 'a new channel' : 'new channels'} ${names.join(', ')}.`
  await sendAsBot(act, 'notification-bot', { kind: 'channel', channel: place }, newChannels, text)
}

/** A channel's own log of what was changed about it, and by whom. */
export async function tellOfChannelChanges(
  act: Act,
  { before, after, byId }: { before: Channel; after: Channel; byId: UserId | null },
): Promise<void> {
  const by = byId === null ? undefined : act.get(peopleMirror).byId.get(byId)
  if (!by || !hasChannelEvents(act, after)) return
  const post = (content: string, more: Parameters<typeof sendAsBot>[5] = {}) =>
    sendAsBot(act, 'notification-bot', { kind: 'channel', channel: after }, channelEvents, content, more)
  for (const content of changes(act, by, before, after)) await post(content)
  if (after.isArchived === before.isArchived) return
  // nobody has to read what happened to a channel that is out of use
  if (after.isArchived) await post(`${silent(by)} archived this channel.`, { unreadOnlyFor: new Set() })
  else await post(`${silent(by)} brought this channel back from the archive.`)
}
