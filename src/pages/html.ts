import type { FastifyReply } from 'fastify'
import { type Html, html } from '#platform/html'
import { directionOf, type Language } from '#platform/languages'

interface WholePage {
  readonly language: Language
  readonly title: string
  readonly head?: Html
  readonly body: Html
}

/** A complete page; its styles and scripts come from this server only. */
export const page = ({ language, title, head = html``, body }: WholePage): string =>
  html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/png" href="/static/icon.png">
${head}
</head>
<body>
${body}
</body>
</html>
`.text

/** The page can load only what this server serves, and can't be framed. */
export const sendPage = (reply: FastifyReply, text: string, allowed = "img-src 'self'"): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${allowed}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      vary: 'Accept-Language',
    })
    .send(text)
