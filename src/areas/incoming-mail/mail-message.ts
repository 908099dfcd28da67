import type { CalendarTime, Invitation, ReadMail } from '#platform/received-mail'
import { withoutWildcards } from '../incoming-webhooks/slack-markdown.ts'
import type { Texts } from './texts.ts'

/** A file of a mail, as its message links to it. */
interface LinkedFile {
  readonly name: string
  readonly url: string
}

interface Parts {
  readonly text: string
  readonly invitations: readonly Invitation[]
  readonly files: readonly LinkedFile[]
  /** Names of those that were too large. */
  readonly tooLarge: readonly string[]
  /** Whose name and address stand first, if anybody's. */
  readonly shownSender: ReadMail['from']
}

/** Whether a mail says anything. */
export const saysNothing = ({ text, invitations }: Pick<Parts, 'text' | 'invitations'>, files: number): boolean =>
  text === '' && invitations.length === 0 && files === 0

/** What a mail becomes, as Markdown. */
export function messageText(texts: Texts, parts: Parts): string {
  const { text, invitations, files, tooLarge, shownSender } = parts
  const body = saysNothing(parts, files.length + tooLarge.length) ? texts.noText : text
  return [
    shownSender && `**${texts.from(inline(nameOf(shownSender)))}**`,
    ...invitations.map((one) => invitationText(texts, one)),
    body,
    files.map(({ name, url }) => `[${inline(name).replace(/[[\]]/g, ' ')}](${url})`).join('\n'),
    tooLarge.map((name) => texts.tooLarge(inline(name))).join('\n'),
  ]
    .filter((part) => part)
    .join('\n\n')
}

/** From outside: whoever writes it is no member who may call everybody. */
export const fromOutside = (text: string): string => withoutWildcards(text)

const nameOf = ({ name, address }: NonNullable<ReadMail['from']>): string =>
  name === '' || name === address ? address : `${name} <${address}>`

/** On one line, without marks that would end what is around it. */
const inline = (text: string): string => text.replace(/[*`\s]+/g, ' ').trim()

function invitationText(texts: Texts, { title, place, start, end, isCancelled }: Invitation): string {
  const times = [start, end].flatMap((time) => (time ? [shown(time)] : []))
  return [
    `📅 **${isCancelled ? `${texts.canceled}: ` : ''}${inline(title) || '…'}**`,
    times.length > 0 ? `${texts.when}: ${[...new Set(times)].join(' – ')}` : '',
    place === '' ? '' : `${texts.where}: ${inline(place)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const shown = ({ iso, isDay }: CalendarTime): string => (isDay ? iso : `<time:${iso}>`)
