import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { HtmlPage } from '#platform/serve'

/** HTML that is safe as it stands. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const shown = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] as string)
}

/** Everything put into the template is escaped, unless it was made by this function itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((before, text, index) => before + shown(parts[index - 1] as Part) + text))

const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
main { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; }
button { margin-top: 1.5rem; padding: .6rem 1.2rem; font: inherit; }
.hint { margin: .25rem 0 0; font-size: .9rem; }
[role=alert] { padding: .75rem; border-left: .3rem solid #c00; font-weight: 600; }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** A page in the one look that pages without scripts have. */
export const htmlPage = (title: string, body: Html, status = 200): HtmlPage =>
  new HtmlPage(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>`.text}<style>${style}</style></head>
<body><main>${html`<h1>${title}</h1>${body}`.text}</main></body></html>
`,
    status,
  )

/** Nothing is loaded, run or framed; forms go to this server only; the address, which may hold a key, is told nobody. */
export const sendHtml = (reply: FastifyReply, { text, status }: HtmlPage): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    .send(text)
