import type { CalendarTime, Invitation, ReadMail } from '#platform/received-mail'
import { withoutWildcards } from '../incoming-webhooks/public.ts'
import type { Texts } from './texts.ts'

interface LinkedFile {
  readonly name: string
  readonly url: string
}

interface Parts {
  readonly text: string
  readonly invitations: readonly Invitation[]
  readonly files: readonly LinkedFile[]
  readonly tooLarge: readonly string[]
  /** Shows the sender's name and address first, if given. */
  readonly shownSender: ReadMail['from']
}

export const saysNothing = ({ text, invitations }: Pick<Parts, 'text' | 'invitations'>, files: number): boolean =>
  text === '' && invitations.length === 0 && files === 0

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

/** Senders aren't members, so wildcard mentions are silenced. */
export const fromOutside = (text: string): string => withoutWildcards(text)

const nameOf = ({ name, address }: NonNullable<ReadMail['from']>): string =>
  name === '' || name === address ? address : `${name} <${address}>`

/** A single line without characters that would end the markup around it. */
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
