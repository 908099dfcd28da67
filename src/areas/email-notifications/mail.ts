import type { MessageId, UserId } from '#contract'
import { escapeHtml } from '#platform/html'
import { type MadeMail, mailPage } from '#platform/mail'
import { plainText, topicUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { groupsMirror } from '../groups/mirror.ts'
import { organizationMirror } from '../organization/mirror.ts'
import { emptyTopicDisplayName } from '../organization/register-constants.ts'
import { automaticAlwaysNever } from '../user-settings/settings.ts'
import { personal } from '../user-settings/user-setting.ts'
import { peopleMirror } from '../users/mirror.ts'
import { mailHtml } from './mail-html.ts'
import type { MissedConversation, UnreadRow } from './missed-conversations.ts'

/** More messages than this are not quoted: the mail says how many there are. */
const mostQuoted = 50

/** What every mail of one turn shares. */
export interface Composing {
  readonly org: Organization
  readonly realmUrl: string
  /** Renderings by message id: of the messages that are quoted. */
  readonly renderings: ReadonlyMap<MessageId, string>
  /** Whether the organization's name tells mails of this server apart. */
  readonly severalOrganizations: boolean
  unsubscribeUrl(userId: UserId): string
}

/** The messages of a conversation that its mail quotes. */
export const quotedOf = ({ messages }: MissedConversation): readonly UnreadRow[] => messages.slice(0, mostQuoted)

/** Whether the organization and the person let messages out of the server. */
export function showsContent(org: Organization, { user }: Pick<MissedConversation, 'user'>): boolean {
  const { settings } = org.get(organizationMirror)
  return (
    settings.message_content_allowed_in_email_notifications && personal(user, 'message_content_in_email_notifications')
  )
}

export function composeMail(composing: Composing, missed: MissedConversation): MadeMail {
  const { org, realmUrl } = composing
  const { user, messages } = missed
  const { name: realmName } = org.get(organizationMirror)
  const isOpen = showsContent(org, missed)
  const senders = sendersOf(org, messages)
  const place = placeOf(missed)
  const title = isOpen ? titleOf(missed, place, senders) : messages.length === 1 ? 'New message' : 'New messages'
  const first = messages[0] as UnreadRow
  const url = isOpen ? realmUrl + narrowOf(missed, first.message_id) : realmUrl
  const footer = [
    isOpen ? reasonOf(org, missed) : hiddenBecause(org),
    'This address reads no mail: answer where the messages are.',
  ]
  const unsubscribe = composing.unsubscribeUrl(user.id)
  const quotes = isOpen ? quotesOf(composing, missed) : []
  const more = messages.length - quotedOf(missed).length
  const intro = isOpen
    ? place
    : `${messages.length === 1 ? 'There is a new message' : `There are ${messages.length} new messages`} for you in ${realmName}.`
  return {
    key: `missed ${user.id} ${first.message_id}`,
    to: { name: user.fullName, address: user.deliveryEmail },
    fromName: isOpen && senders.length === 1 ? `${senders[0]} via ${realmName}` : realmName,
    subject: namesRealm(composing, missed) ? `${title} [${realmName}]` : title,
    thread: isOpen ? threadOf(missed) : `user ${user.id}`,
    unsubscribe,
    text: `${[
      intro,
      ...quotes.map(({ sender, text }) => `${sender}:\n${text}`),
      ...(isOpen && more > 0 ? [`And ${more} more.`] : []),
      '-- ',
      ...footer,
      `Open in ${realmName}:\n${url}`,
      `No more mail about messages:\n${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: mailPage([
      isOpen
        ? `<p><a href="${escapeHtml(url)}"><strong>${escapeHtml(intro)}</strong></a></p>`
        : `<p>${escapeHtml(intro)}</p>`,
      ...quotes.map(({ sender, html }) => `<div><strong>${escapeHtml(sender)}</strong>${html}</div>`),
      ...(isOpen && more > 0 ? [`<p>And ${more} more.</p>`] : []),
      `<hr><p style="font-size:.9em">${footer.map(escapeHtml).join('<br>')}<br>
<a href="${escapeHtml(url)}">Open in ${escapeHtml(realmName)}</a> · <a href="${escapeHtml(unsubscribe)}">No more mail about messages</a></p>`,
    ]),
  }
}

interface Quote {
  sender: string
  text: string
  html: string
}

/** Messages by one person in a row stand below the name once. */
function quotesOf({ org, renderings, realmUrl }: Composing, missed: MissedConversation): Quote[] {
  const quotes: (Quote & { id: UserId })[] = []
  for (const { message_id, sender_id } of quotedOf(missed)) {
    const rendered = renderings.get(message_id)
    if (rendered === undefined) continue
    const [text, html] = [plainText(rendered), mailHtml(rendered, realmUrl)]
    const last = quotes.at(-1)
    if (last?.id === sender_id) {
      last.text += `\n\n${text}`
      last.html += html
    } else quotes.push({ id: sender_id, sender: nameOf(org, sender_id), text, html })
  }
  return quotes
}

const nameOf = (org: Organization, id: UserId): string => org.get(peopleMirror).byId.get(id)?.fullName ?? 'Somebody'

export const sendersOf = (org: Organization, messages: readonly UnreadRow[]): string[] =>
  [...new Set(messages.map(({ sender_id }) => sender_id))].map((id) => nameOf(org, id))

/** At most three names. */
export const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, names.length > 3 ? 2 : 3)
  const others = names.length - shown.length
  const all = others > 0 ? [...shown, `${others} others`] : shown
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '')
}

/** The same for every mail of a direct conversation. */
export function placeOf({ user, channel, topic, members }: MissedConversation): string {
  if (channel) return `#${channel.name} > ${topic || emptyTopicDisplayName}`
  return `Direct messages with ${listed(members.filter(({ id }) => id !== user.id).map(({ fullName }) => fullName))}`
}

const titleOf = ({ channel }: MissedConversation, place: string, senders: readonly string[]): string =>
  channel ? `${listed(senders)} in ${place}` : place

const threadOf = ({ channel, topic, messages }: MissedConversation): string =>
  `conversation ${messages[0]?.conversation_id}${channel ? ` ${topic.toLowerCase()}` : ''}`

export function narrowOf({ channel, topic, members }: MissedConversation, id: MessageId): string {
  if (channel) return topicUrl(channel, topic, { near: id })
  const slug = `${members.map((one) => one.id).join(',')}-${members.length > 2 ? 'group' : 'dm'}`
  return `/#narrow/dm/${slug}/near/${id}`
}

export function namesRealm({ severalOrganizations }: Composing, { user }: Pick<MissedConversation, 'user'>): boolean {
  const policy = personal(user, 'realm_name_in_email_notifications_policy')
  return policy === automaticAlwaysNever.always || (policy === automaticAlwaysNever.automatic && severalOrganizations)
}

/** Why there is this mail: by its strongest reason. */
function reasonOf(org: Organization, { messages }: MissedConversation): string {
  const called = messages.find(({ trigger }) => trigger === 'mentioned')
  if (called) {
    const group = called.group_id === null ? undefined : org.get(groupsMirror).byId.get(called.group_id)
    return group
      ? `You get this mail because @${group.name} was mentioned.`
      : 'You get this mail because you were mentioned.'
  }
  const { trigger } = messages[0] as UnreadRow
  if (trigger === 'direct_message') return 'You get this mail because somebody wrote to you.'
  if (trigger.startsWith('topic_wildcard')) return 'You get this mail because everybody in the topic was mentioned.'
  if (trigger.startsWith('stream_wildcard')) return 'You get this mail because everybody in the channel was mentioned.'
  return trigger === 'followed_topic_email_notify'
    ? 'You get this mail because you follow the topic.'
    : 'You get this mail because you have chosen mail for the channel.'
}

export function hiddenBecause(org: Organization): string {
  const { name, settings } = org.get(organizationMirror)
  return settings.message_content_allowed_in_email_notifications
    ? 'It does not say what they are, as you have chosen.'
    : `It does not say what they are, because ${name} keeps messages out of mail.`
}
