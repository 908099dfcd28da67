import type { GroupSettingValue, UserId } from '#contract'
import { durationIn, type Language, listIn } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import type { Creation } from '../../../channels/channels/actions/create.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type Texts, textsIn } from '../texts.ts'
import { quoted, sendAsBot, silent } from './notices.ts'

/** Whether to post notices about the channel in it; a channel without named topics has no topic for them. */
const hasChannelEvents = (mutation: Mutation, { topicsPolicy }: Channel): boolean =>
  settingsOf(mutation).send_channel_events_messages && topicsPolicy !== 'empty_topic_only'

function privacy({ channel }: Texts, { isPrivate, isWebPublic, historyPublicToSubscribers }: Channel): string {
  const { privacy } = channel
  if (isWebPublic) return privacy.webPublic
  if (!isPrivate) return privacy.public
  return historyPublicToSubscribers ? privacy.sharedHistory : privacy.protectedHistory
}

function retention({ channel: { kept } }: Texts, { messageRetentionDays: days }: Channel): string {
  if (days === null) return kept.asOrganization
  return days === -1 ? kept.forEver : kept.days(days)
}

const slowMode = (language: Language, { slowModeSeconds: secs }: Channel): string =>
  secs === 0 ? textsIn(language).channel.slowModeOff : durationIn(language, secs)

const maxNamed = 20

/** Silent mentions of the users and groups that have a permission, shortened if there are very many. */
function holders(language: Language, mutation: Mutation, value: GroupSettingValue): string {
  const { channel } = textsIn(language)
  const { direct_members, direct_subgroups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
  const groups = mutation.get(groupsCache).byId
  const people = mutation.get(peopleCache).byId
  const names = [
    ...direct_subgroups.flatMap((id) => groups.get(id) ?? []).map(({ name }) => `@_*${name}*`),
    ...direct_members.flatMap((id) => people.get(id) ?? []).map(silent),
  ]
  if (names.length === 0) return channel.noOne
  const more = names.length - maxNamed
  return listIn(language, [...names.slice(0, maxNamed), ...(more > 0 ? [channel.more(more)] : [])])
}

const description = ({ channel }: Texts, { description: text }: Channel): string =>
  text.trim() ? quoted(text.trim()) : channel.noDescription

/** A text for each change, with who made it; archiving is announced separately. */
function changes(mutation: Mutation, by: Account, before: Channel, after: Channel): string[] {
  const who = silent(by)
  const { language } = mutation.org
  const texts = textsIn(language)
  const { channel } = texts
  const told: string[] = []
  if (after.name !== before.name) told.push(channel.renamed(who, before.name, after.name))
  if (after.description !== before.description)
    told.push(
      [channel.described(who), channel.before, description(texts, before), channel.now, description(texts, after)].join(
        '\n\n',
      ),
    )
  const [isNow, was] = [privacy(texts, after), privacy(texts, before)]
  if (isNow !== was) told.push(channel.privacyChanged(who, was, isNow))
  const [canPost, mightPost] = [after, before].map((one) => one.permissions.can_send_message_group)
  if (canPost !== undefined && mightPost !== undefined && JSON.stringify(canPost) !== JSON.stringify(mightPost))
    told.push(channel.postingChanged(who, holders(language, mutation, mightPost), holders(language, mutation, canPost)))
  if (after.slowModeSeconds !== before.slowModeSeconds)
    told.push(channel.slowModeChanged(who, slowMode(language, before), slowMode(language, after)))
  if (after.messageRetentionDays !== before.messageRetentionDays)
    told.push(channel.keptChanged(who, retention(texts, before), retention(texts, after)))
  return told
}

export async function announceNewChannels(
  mutation: Mutation,
  { channels, creatorId, announce }: Creation,
): Promise<void> {
  const creator = creatorId === null ? undefined : mutation.get(peopleCache).byId.get(creatorId)
  if (!creator) return
  const { new_stream_announcements_stream_id } = settingsOf(mutation)
  const texts = textsIn(mutation.org.language)
  for (const channel of channels) {
    if (!hasChannelEvents(mutation, channel)) continue
    const description = channel.description.trim()
    const created = texts.channel.created(privacy(texts, channel), silent(creator))
    const text = description ? `${created}\n\n${quoted(description)}` : created
    await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, texts.topics.channelEvents, text)
  }
  const place = mutation.get(channelsCache).byId.get(new_stream_announcements_stream_id)
  const open = channels.filter(({ isPrivate }) => !isPrivate)
  if (!announce || !place || place.isArchived || open.length === 0) return
  const names = open.map(({ name }) => `#**${name}**`)
  const text = texts.channel.announced(silent(creator), names.length, listIn(mutation.org.language, names))
  await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel: place }, texts.topics.newChannels, text)
}

export async function announceChannelChanges(
  mutation: Mutation,
  { before, after, byId }: { before: Channel; after: Channel; byId: UserId | null },
): Promise<void> {
  const by = byId === null ? undefined : mutation.get(peopleCache).byId.get(byId)
  if (!by || !hasChannelEvents(mutation, after)) return
  const { topics, channel } = textsIn(mutation.org.language)
  const post = (content: string, more: Parameters<typeof sendAsBot>[5] = {}) =>
    sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel: after }, topics.channelEvents, content, more)
  for (const content of changes(mutation, by, before, after)) await post(content)
  if (after.isArchived === before.isArchived) return
  // mark as read: no one needs to read that a channel was archived
  if (after.isArchived) await post(channel.archived(silent(by)), { unreadOnlyFor: new Set() })
  else await post(channel.unarchived(silent(by)))
}
