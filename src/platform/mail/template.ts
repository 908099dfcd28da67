/** What a mail says, part by part; every text in it is plain and is escaped where that is needed. */
export type MailPart =
  | string
  /** Somebody else's words, line by line. */
  | { readonly quote: string }
  | { readonly link: string; readonly label: string }

export interface MailBody {
  readonly text: string
  readonly html: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] as string)

const lines = (text: string): string[] => text.split(/\r\n|\r|\n/)

function asText(part: MailPart): string {
  if (typeof part === 'string') return part
  if ('link' in part) return `${part.label}:\n${part.link}`
  return lines(part.quote)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  if ('quote' in part)
    return `<blockquote style="margin:1em 0;padding-left:1em;border-left:3px solid #999">${lines(part.quote).map(escaped).join('<br>')}</blockquote>`
  // what else a link could be, no mail of ours has
  if (!/^https?:\/\//.test(part.link)) throw new Error('A mail can only link to the web')
  const address = escaped(part.link)
  return `<p><a href="${address}">${escaped(part.label)}</a></p><p>${address}</p>`
}

/** The two forms of a mail: plain text, and HTML for those who prefer it. */
export const mailBody = (parts: readonly MailPart[]): MailBody => ({
  text: `${parts.map(asText).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;line-height:1.5">${parts.map(asHtml).join('\n')}</body></html>`,
})
