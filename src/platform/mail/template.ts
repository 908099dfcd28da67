import { escapeHtml } from '#platform/html'
import { directionOf, type Language, textsOf } from '#platform/languages'

export type MailPart =
  | string
  /** Another person's words, line by line. */
  | { readonly quote: string }
  /** A button, or a plain link for secondary actions such as unsubscribing. */
  | { readonly link: string; readonly label: string; readonly isPlain?: true }

export interface MailBody {
  readonly text: string
  readonly html: string
}

const textsIn = textsOf('mail')

/** The first line of an email; without a name if the receiver's isn't known. */
export function greeting(language: Language, name?: string): string {
  const { hello, helloStranger } = textsIn(language)
  return name ? hello(name) : helloStranger
}

/** Readable on white and on black, because mail programs change backgrounds. */
const button =
  'display:inline-block;padding:.6em 1.2em;border-radius:6px;background:#a34a06;color:#fff;font-weight:600;text-decoration:none'
const small = 'font-size:.85em;color:#767676;overflow-wrap:anywhere'

const lines = (text: string): string[] => text.split(/\r\n|\r|\n/)

function asText(part: MailPart): string {
  if (typeof part === 'string') return part
  if ('link' in part) return `${part.label}${/[?!？！]$/.test(part.label) ? '' : ':'}\n${part.link}`
  return lines(part.quote)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('quote' in part)
    return `<blockquote dir="auto" style="margin:1em 0;padding-inline-start:1em;border-inline-start:3px solid #999">${lines(part.quote).map(escapeHtml).join('<br>')}</blockquote>`
  // our mails have no other links
  if (!/^https?:\/\//.test(part.link)) throw new Error('A mail can only link to the web')
  const address = escapeHtml(part.link)
  const label = escapeHtml(part.label)
  if (part.isPlain) return `<p style="${small}"><a href="${address}">${label}</a></p>`
  return `${mailButton(part.link, part.label)}<p style="${small}"><span dir="ltr">${address}</span></p>`
}

/** A link that looks like a button, as HTML. */
export const mailButton = (link: string, label: string): string =>
  `<p><a href="${escapeHtml(link)}" style="${button}">${escapeHtml(label)}</a></p>`

/** The frame of all mails. Mail programs often show only the inside of the body, so the direction is set there too. */
export function mailPage(language: Language, parts: readonly string[]): string {
  const direction = directionOf(language)
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body style="font-family:sans-serif;line-height:1.5"><div lang="${language}" dir="${direction}">${parts.join('\n')}</div></body></html>`
}

export const mailBody = (language: Language, parts: readonly MailPart[]): MailBody => ({
  text: `${parts.map(asText).join('\n\n')}\n`,
  html: mailPage(language, parts.map(asHtml)),
})
