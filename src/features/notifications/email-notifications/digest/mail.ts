import { asChannelId, asUserId } from '#contract'
import { escapeHtml } from '#platform/html'
import { textsOf } from '#platform/languages'
import { type MadeMail, mailButton, mailFooter, mailPage } from '#platform/mail'
import { topicUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { ConversationOut } from '../../../messages/messages/catch-up/api.ts'
import { organizationCache, settingsOf } from '../../../people/organization/cache.ts'
import { emptyTopicDisplayName } from '../../../people/organization/register-constants.ts'
import { personal } from '../../../people/user-settings/access.ts'
import { type Account, languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'

const textsIn = textsOf('digestMails')

const maxNames = 3

interface Line {
  readonly title: string
  readonly address: string
  /** The beginning of a message, if message content is allowed in emails. */
  readonly words: string
}

export function composeDigestMail(
  org: Organization,
  account: Account,
  conversations: readonly ConversationOut[],
  unsubscribe: string,
): Omit<MadeMail, 'key'> {
  const { name, subdomain } = org.get(organizationCache)
  const realmUrl = org.services.organizationUrl(subdomain)
  const language = languageOfAccount(account)
  const texts = textsIn(language)
  const isOpen =
    settingsOf(org).message_content_allowed_in_email_notifications &&
    personal(account, 'message_content_in_email_notifications')
  const total = conversations.reduce((sum, { unread_count }) => sum + unread_count, 0)
  const intro = texts.intro(total, conversations.length, name)
  const lines = isOpen ? conversations.flatMap((one) => lineOf(org, realmUrl, account, one)) : []
  const url = `${realmUrl}/#catch-up`
  return {
    to: { name: account.fullName, address: account.deliveryEmail },
    fromName: name,
    subject: texts.subject(name),
    thread: `weekly digest ${account.id}`,
    unsubscribe,
    text: `${[
      intro,
      ...lines.map(({ title, words, address }) => [title, ...(words === '' ? [] : [`> ${words}`]), address].join('\n')),
      '-- ',
      texts.reason,
      `${texts.catchUp}:\n${url}`,
      `${texts.noMore}:\n${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: mailPage({ language, organization: name }, [
      `<p>${escapeHtml(intro)}</p>`,
      ...lines.map(
        ({ title, words, address }) =>
          `<p><a href="${escapeHtml(address)}"><strong>${escapeHtml(title)}</strong></a>${words === '' ? '' : `<br><span dir="auto">${escapeHtml(words)}</span>`}</p>`,
      ),
      mailButton(url, texts.catchUp),
      mailFooter([escapeHtml(texts.reason), `<a href="${escapeHtml(unsubscribe)}">${escapeHtml(texts.noMore)}</a>`]),
    ]),
  }
}

function lineOf(org: Organization, realmUrl: string, account: Account, one: ConversationOut): Line[] {
  const { stream_id, topic = '', unread_count, sender_ids, first } = one
  const channel = org.get(channelsCache).byId.get(asChannelId(Number(stream_id)))
  if (!channel) return []
  const people = org.get(peopleCache).byId
  const names = sender_ids.slice(0, maxNames).flatMap((id) => people.get(asUserId(id))?.fullName ?? [])
  const texts = textsIn(languageOfAccount(account))
  const place = `#${channel.name} > ${topic || emptyTopicDisplayName}`
  return [
    {
      title: names.length > 0 ? texts.line(place, unread_count, names) : texts.lineWithoutNames(place, unread_count),
      address: realmUrl + topicUrl(channel, topic),
      words: first.text,
    },
  ]
}
