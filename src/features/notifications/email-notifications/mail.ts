import type { MessageId, UserId } from '#contract'
import { escapeHtml } from '#platform/html'
import { type Language, listIn, timeTextFor } from '#platform/languages'
import { type MadeMail, mailAuthor, mailButton, mailFooter, mailPage } from '#platform/mail'
import { directMessageUrl, plainText, topicUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { groupsCache } from '../../people/groups/cache.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { emptyTopicDisplayName } from '../../people/organization/register-constants.ts'
import { personal } from '../../people/user-settings/access.ts'
import { automaticAlwaysNever } from '../../people/user-settings/settings.ts'
import { languageOfAccount } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { mailHtml } from './mail-html.ts'
import type { MissedConversation, UnreadRow } from './missed-conversations.ts'
import { type Texts, textsIn } from './texts.ts'

/** Messages to quote; the mail only gives the number of others. */
const maxQuoted = 50

export interface Composing {
  readonly org: Organization
  readonly realmUrl: string
  readonly renderings: ReadonlyMap<MessageId, string>
  /** Mails need the organization's name, because the server has several. */
  readonly severalOrganizations: boolean
  unsubscribeUrl(userId: UserId): string
  /** The reply address for a message; undefined if replies aren't accepted. */
  replyAddress(userId: UserId, messageId: MessageId): string | undefined
}

export const quotedOf = ({ messages }: MissedConversation): readonly UnreadRow[] => messages.slice(0, maxQuoted)

/** False if the organization or the person excludes message content from emails. */
export function showsContent(org: Organization, { user }: Pick<MissedConversation, 'user'>): boolean {
  const { settings } = org.get(organizationCache)
  return (
    settings.message_content_allowed_in_email_notifications && personal(user, 'message_content_in_email_notifications')
  )
}

export function composeMail(composing: Composing, missed: MissedConversation): MadeMail {
  const { org, realmUrl } = composing
  const { user, messages } = missed
  const { name: realmName } = org.get(organizationCache)
  const isOpen = showsContent(org, missed)
  const language = languageOfAccount(user)
  const texts = textsIn(language)
  const senders = sendersOf(texts, org, messages)
  const place = placeOf(language, missed)
  const title = isOpen ? titleOf(language, missed, place, senders) : texts.newMessages(messages.length)
  const first = messages[0] as UnreadRow
  const url = isOpen ? realmUrl + narrowOf(missed, first.message_id) : realmUrl
  // a message without its content can't be replied to
  const replyTo = isOpen ? composing.replyAddress(user.id, (messages.at(-1) as UnreadRow).message_id) : undefined
  const footer = [
    isOpen ? reasonOf(texts, org, missed) : hiddenBecause(texts, org),
    replyTo === undefined ? texts.readsNoMail : texts.readsAnswers,
  ]
  const unsubscribe = composing.unsubscribeUrl(user.id)
  const quotes = isOpen ? quotesOf(texts, composing, missed) : []
  const more = messages.length - quotedOf(missed).length
  const intro = isOpen ? place : texts.thereAre(messages.length, realmName)
  return {
    key: `missed ${user.id} ${first.message_id}`,
    to: { name: user.fullName, address: user.deliveryEmail },
    fromName: isOpen && senders.length === 1 ? texts.via(senders[0] as string, realmName) : realmName,
    subject: namesRealm(composing, missed) ? `${title} [${realmName}]` : title,
    thread: isOpen ? threadOf(missed) : `user ${user.id}`,
    unsubscribe,
    ...(replyTo === undefined ? {} : { replyTo }),
    text: `${[
      intro,
      ...quotes.map(({ sender, text }) => `${sender}:\n${text}`),
      ...(isOpen && more > 0 ? [texts.more(more)] : []),
      '-- ',
      ...footer,
      `${texts.openIn(realmName)}:\n${url}`,
      `${texts.noMore}:\n${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: mailPage({ language, organization: realmName }, [
      isOpen
        ? `<p><a href="${escapeHtml(url)}"><strong><span dir="auto">${escapeHtml(intro)}</span></strong></a></p>`
        : `<p>${escapeHtml(intro)}</p>`,
      ...quotes.map(({ sender, id, html }) => mailAuthor(sender, id, html)),
      ...(isOpen && more > 0 ? [`<p>${escapeHtml(texts.more(more))}</p>`] : []),
      mailButton(url, texts.openIn(realmName)),
      mailFooter([...footer.map(escapeHtml), `<a href="${escapeHtml(unsubscribe)}">${escapeHtml(texts.noMore)}</a>`]),
    ]),
  }
}

interface Quote {
  id: UserId
  sender: string
  text: string
  html: string
}

function quotesOf(texts: Texts, { org, renderings, realmUrl }: Composing, missed: MissedConversation): Quote[] {
  const quotes: Quote[] = []
  const timeText = timeTextFor(languageOfAccount(missed.user), missed.user.timezone)
  const reader = { realmUrl, hiddenPart: escapeHtml(texts.hiddenPart), timeText }
  for (const { message_id, sender_id } of quotedOf(missed)) {
    const rendered = renderings.get(message_id)
    if (rendered === undefined) continue
    const [text, html] = [plainText(rendered, { timeText, linksAt: realmUrl }), mailHtml(rendered, reader)]
    const last = quotes.at(-1)
    if (last?.id === sender_id) {
      last.text += `\n\n${text}`
      last.html += html
    } else quotes.push({ id: sender_id, sender: nameOf(texts, org, sender_id), text, html })
  }
  return quotes
}

const nameOf = (texts: Texts, org: Organization, id: UserId): string =>
  org.get(peopleCache).byId.get(id)?.fullName ?? texts.someone

export const sendersOf = (texts: Texts, org: Organization, messages: readonly UnreadRow[]): string[] =>
  [...new Set(messages.map(({ sender_id }) => sender_id))].map((id) => nameOf(texts, org, id))

/** At most three names. */
export function listed(language: Language, names: readonly string[]): string {
  const shown = names.slice(0, names.length > 3 ? 2 : 3)
  const others = names.length - shown.length
  return listIn(language, others > 0 ? [...shown, textsIn(language).others(others)] : shown)
}

/** The same for every mail of a direct conversation. */
export function placeOf(language: Language, { user, channel, topic, members }: MissedConversation): string {
  if (channel) return `#${channel.name} > ${topic || emptyTopicDisplayName}`
  const others = members.filter(({ id }) => id !== user.id)
  const names = others.map(({ fullName }) => fullName)
  return textsIn(language).direct(listed(language, names))
}

const titleOf = (
  language: Language,
  { channel }: MissedConversation,
  place: string,
  senders: readonly string[],
): string => (channel ? textsIn(language).inPlace(listed(language, senders), place) : place)

const threadOf = ({ channel, topic, messages }: MissedConversation): string =>
  `conversation ${messages[0]?.conversation_id}${channel ? ` ${topic.toLowerCase()}` : ''}`

export function narrowOf({ channel, topic, members }: MissedConversation, id: MessageId): string {
  if (channel) return topicUrl(channel, topic, { near: id })
  return directMessageUrl(
    members.map((one) => one.id),
    id,
  )
}

export function namesRealm({ severalOrganizations }: Composing, { user }: Pick<MissedConversation, 'user'>): boolean {
  const policy = personal(user, 'realm_name_in_email_notifications_policy')
  return policy === automaticAlwaysNever.always || (policy === automaticAlwaysNever.automatic && severalOrganizations)
}

function reasonOf({ reasons }: Texts, org: Organization, { messages }: MissedConversation): string {
  const called = messages.find(({ trigger }) => trigger === 'mentioned')
  if (called) {
    const group = called.group_id === null ? undefined : org.get(groupsCache).byId.get(called.group_id)
    return group ? reasons.group(group.name) : reasons.mentioned
  }
  const { trigger } = messages[0] as UnreadRow
  if (trigger === 'direct_message') return reasons.direct
  if (trigger.startsWith('topic_wildcard')) return reasons.topicWildcard
  if (trigger.startsWith('stream_wildcard')) return reasons.channelWildcard
  return trigger === 'followed_topic_email_notify' ? reasons.followed : reasons.channel
}

export function hiddenBecause({ reasons }: Texts, org: Organization): string {
  const { name, settings } = org.get(organizationCache)
  return settings.message_content_allowed_in_email_notifications ? reasons.hiddenByChoice : reasons.hiddenByRule(name)
}
