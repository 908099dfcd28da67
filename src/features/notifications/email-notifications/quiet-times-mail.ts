import type { MessageId, UserId } from '#contract'
import { escapeHtml } from '#platform/html'
import type { Language } from '#platform/languages'
import { type MadeMail, mailButton, mailFooter, mailPage } from '#platform/mail'
import { organizationCache } from '../../people/organization/cache.ts'
import { languageOfAccount } from '../../people/users/account.ts'
import {
  type Composing,
  hiddenBecause,
  listed,
  namesRealm,
  narrowOf,
  placeOf,
  sendersOf,
  showsContent,
} from './mail.ts'
import type { MissedConversation, UnreadRow } from './missed-conversations.ts'
import { textsIn } from './texts.ts'

/** Conversations to list; the mail only gives the number of others. */
const maxListed = 30

type Summary = readonly [MissedConversation, ...MissedConversation[]]

/** Separates conversations for a summary after a quiet time from those with their own mail. */
export function summariesAmong(all: readonly MissedConversation[]): {
  summaries: Summary[]
  single: MissedConversation[]
} {
  const byPerson = new Map<UserId, MissedConversation[]>()
  const single: MissedConversation[] = []
  for (const one of all) {
    if (!one.messages.some(({ in_digest }) => in_digest)) single.push(one)
    else byPerson.set(one.user.id, [...(byPerson.get(one.user.id) ?? []), one])
  }
  const summaries: Summary[] = []
  for (const [first, ...others] of byPerson.values()) {
    if (!first) continue
    if (others.length === 0) single.push(first)
    else summaries.push([first, ...others])
  }
  return { summaries, single }
}

export function composeQuietTimesMail(composing: Composing, missed: Summary): MadeMail {
  const { org, realmUrl } = composing
  const [{ user, messages }] = missed
  const { name: realmName } = org.get(organizationCache)
  const isOpen = showsContent(org, { user })
  const total = missed.reduce((sum, one) => sum + one.messages.length, 0)
  const language = languageOfAccount(user)
  const texts = textsIn(language)
  const intro = texts.quiet.intro(total, missed.length)
  const lines = isOpen ? missed.slice(0, maxListed).map((one) => lineOf(language, composing, one)) : []
  const more = isOpen ? missed.length - lines.length : 0
  const catchUp = `${realmUrl}/#catch-up`
  const url = isOpen ? catchUp : realmUrl
  const footer = [...(isOpen ? [] : [hiddenBecause(texts, org)]), texts.reasons.quiet, texts.readsNoMail]
  const unsubscribe = composing.unsubscribeUrl(user.id)
  const title = texts.quiet.title(total)
  const firstId: MessageId = (messages[0] as UnreadRow).message_id
  return {
    key: `digest ${user.id} ${firstId}`,
    to: { name: user.fullName, address: user.deliveryEmail },
    fromName: realmName,
    subject: namesRealm(composing, { user }) ? `${title} [${realmName}]` : title,
    thread: `digest ${user.id}`,
    unsubscribe,
    text: `${[
      intro,
      ...lines.map(({ text, address }) => `${text}\n${address}`),
      ...(more > 0 ? [texts.more(more)] : []),
      '-- ',
      ...footer,
      `${texts.openIn(realmName)}:\n${url}`,
      `${texts.noMore}:\n${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: mailPage({ language, organization: realmName }, [
      `<p>${escapeHtml(intro)}</p>`,
      ...(lines.length > 0
        ? [
            `<ul>${lines.map(({ text, address }) => `<li><a href="${escapeHtml(address)}">${escapeHtml(text)}</a></li>`).join('')}</ul>`,
          ]
        : []),
      ...(more > 0 ? [`<p>${escapeHtml(texts.more(more))}</p>`] : []),
      mailButton(url, texts.openIn(realmName)),
      mailFooter([...footer.map(escapeHtml), `<a href="${escapeHtml(unsubscribe)}">${escapeHtml(texts.noMore)}</a>`]),
    ]),
  }
}

function lineOf(
  language: Language,
  { org, realmUrl }: Composing,
  missed: MissedConversation,
): { text: string; address: string } {
  const { messages } = missed
  const texts = textsIn(language)
  const senders = listed(language, sendersOf(texts, org, messages))
  return {
    text: texts.quiet.line(placeOf(language, missed), messages.length, senders),
    address: realmUrl + narrowOf(missed, (messages[0] as UnreadRow).message_id),
  }
}
