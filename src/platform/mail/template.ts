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

/** The colors of the web client's tokens.css; the second of each is for dark schemes, where mail programs have them. */
const colors = {
  page: ['#f3f1ec', '#121316'],
  card: ['#ffffff', '#1f2125'],
  line: ['#e4e0d8', '#2b2d33'],
  text: ['#23211d', '#e6e4df'],
  soft: ['#5f5a51', '#a19d93'],
  link: ['#a34a06', '#f2a65a'],
} as const
const dark = (selector: string, rules: string) => `${selector}{${rules.replaceAll(';', '!important;')}}`
/** Improvements only; the email is readable in programs that ignore them. */
const mailStyle = `.card a{color:${colors.link[0]}}.words>p:first-child{margin-top:4px}@media (prefers-color-scheme:dark){${[
  dark('body,.page', `background:${colors.page[1]};color:${colors.text[1]};`),
  dark('.card', `background:${colors.card[1]};border-color:${colors.line[1]};`),
  dark('.soft', `color:${colors.soft[1]};`),
  dark('hr', `border-color:${colors.line[1]};`),
  dark('.card a', `color:${colors.link[1]};`),
  dark('.card a.button', 'color:#ffffff;'),
].join('')}}`

const button = `display:inline-block;padding:10px 18px;border-radius:8px;background:${colors.link[0]};color:#ffffff;font-weight:600;text-decoration:none`
const small = `font-size:13px;color:${colors.soft[0]};overflow-wrap:anywhere`
/** Attached to each mail, because many programs load no pictures from servers. */
export const mailLogo = 'logo@loquat'

/** Readable on both backgrounds. */
export const quoteStyle = 'margin:12px 0;padding-inline-start:12px;border-inline-start:3px solid #999999'

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
    return `<blockquote dir="auto" style="${quoteStyle}">${lines(part.quote).map(escapeHtml).join('<br>')}</blockquote>`
  // our mails have no other links
  if (!/^https?:\/\//.test(part.link)) throw new Error('A mail can only link to the web')
  const address = escapeHtml(part.link)
  const label = escapeHtml(part.label)
  if (part.isPlain) return `<p class="soft" style="${small}"><a href="${address}">${label}</a></p>`
  return `${mailButton(part.link, part.label)}<p class="soft" style="${small}"><span dir="ltr">${address}</span></p>`
}

/** A link that looks like a button, as HTML. */
export const mailButton = (link: string, label: string): string =>
  `<p><a class="button" href="${escapeHtml(link)}" style="${button}">${escapeHtml(label)}</a></p>`

/** The end of an email: why it was sent, and links, as safe HTML. */
export const mailFooter = (lines: readonly string[]): string =>
  `<hr style="border:0;border-top:1px solid ${colors.line[0]};margin:24px 0 16px"><p class="soft" style="${small};margin:0">${lines.join('<br>')}</p>`

/** One author's messages as safe HTML, with initials in place of the web client's picture. */
export const mailAuthor = (name: string, id: number, html: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:16px 0"><tr><td style="width:44px;vertical-align:top"><span aria-hidden="true" style="display:inline-block;width:32px;height:32px;border-radius:8px;background:${faces[id % faces.length]};color:#ffffff;font-size:13px;font-weight:600;line-height:32px;text-align:center">${escapeHtml(initialsOf(name))}</span></td><td style="vertical-align:top"><strong><span dir="auto">${escapeHtml(name)}</span></strong><div class="words" dir="auto">${html}</div></td></tr></table>`

/** Backgrounds on which white text has a contrast of at least 4.5:1. */
const faces = ['#8a4b1f', '#3f6f49', '#2f6286', '#7a4a8c', '#9a3f4f', '#5f5a3a']

const segments = new Intl.Segmenter()
const firstCharacter = (word: string): string => segments.segment(word)[Symbol.iterator]().next().value?.segment ?? ''

/** The first letters of the first and last words. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${firstCharacter(first)}${firstCharacter(last)}`.toUpperCase()
}

interface MailFrame {
  readonly language: Language
  /** Shown at the top. */
  readonly organization: string
}

/** The frame of all mails. Mail programs often show only the inside of the body, so everything is set there too. */
export function mailPage({ language, organization }: MailFrame, parts: readonly string[]): string {
  const direction = directionOf(language)
  const page = `margin:0;padding:0;background:${colors.page[0]};color:${colors.text[0]}`
  const head = `<p style="margin:0 0 20px;font-weight:600"><img src="cid:${mailLogo}" width="28" height="28" alt="" style="border-radius:6px;vertical-align:middle;margin-inline-end:10px"><span dir="auto">${escapeHtml(organization)}</span></p>`
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${mailStyle}</style></head><body style="${page}"><div class="page" lang="${language}" dir="${direction}" style="${page};padding:24px 12px;font-family:Inter,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:15px;line-height:1.5"><div class="card" style="max-width:600px;margin:0 auto;padding:24px;background:${colors.card[0]};border:1px solid ${colors.line[0]};border-radius:12px">${[head, ...parts].join('\n')}</div></div></body></html>`
}

export const mailBody = (frame: MailFrame, parts: readonly MailPart[]): MailBody => ({
  text: `${parts.map(asText).join('\n\n')}\n`,
  html: mailPage(frame, parts.map(asHtml)),
})
