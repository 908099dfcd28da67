import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '#platform/html'
import { directionOf, type Language } from '#platform/languages'
import { HtmlPage } from '#platform/serve'
import { withBasePath } from './base-path.ts'
import type { Site } from './cookies.ts'

const style = `
:root { color-scheme: light dark; font: 15px/1.47 "Inter Variable", system-ui, sans-serif;
 background: light-dark(#f3f1ec, #121316); color: light-dark(#23211d, #e6e4df); }
body { margin: 0; }
main { box-sizing: border-box; max-width: 27rem; margin: 6vh auto; padding: 1.75rem 2rem 2rem; border-radius: 12px;
 border: 1px solid light-dark(#e4e0d8, #2b2d33); background: light-dark(#fff, #1f2125); }
.logo { display: block; margin-block-end: 1rem; border-radius: 10px; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; font-weight: 650; overflow-wrap: anywhere; }
a { color: light-dark(#a34a06, #f2a65a); }
code, input[type=email], .secret input { direction: ltr; }
:dir(rtl) > input[type=email] { text-align: end; }
.secret { position: relative; }
.secret input { padding-inline-end: 2.75rem; }
.secret:dir(rtl) input { padding-inline: 2.75rem .65rem; text-align: end; }
.secret .reveal { position: absolute; inset-block: 1px; inset-inline-end: 1px; display: grid; place-items: center; width: 2.5rem; margin: 0;
 padding: 0; background: none; color: light-dark(#5f5a51, #a19d93); }
.secret .reveal[hidden] { display: none; }
.reveal svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.reveal[aria-pressed=false] .bar { display: none; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input, textarea, select { box-sizing: border-box; width: 100%; padding: .5rem .65rem; font: inherit; color: inherit;
 border: 1px solid light-dark(#8b857a, #777982); border-radius: 6px; background: light-dark(#fbfaf8, #17181b); }
textarea { resize: vertical; }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
.choice { margin: .5rem 0 0; font-weight: 400; }
.choice input { width: auto; margin: 0; margin-inline-end: .35rem; vertical-align: -.1em; }
.choices { max-height: 14rem; overflow-y: auto; }
details { margin: 1.25rem 0 0; }
summary { font-weight: 600; cursor: pointer; }
blockquote { margin: 1rem 0 0; padding-inline-start: .8rem; border-inline-start: .2rem solid light-dark(#8b857a, #777982); white-space: pre-wrap; overflow-wrap: anywhere; }
dl { margin: 1rem 0 0; }
dt { font-size: .9rem; color: light-dark(#5f5a51, #a19d93); }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
button.other { margin-top: .75rem; border: 1px solid light-dark(#8b857a, #777982); background: none; color: inherit; }
button, .go { box-sizing: border-box; display: block; width: 100%; margin-top: 1.5rem; padding: .6rem 1.2rem; font: inherit;
 font-weight: 600; text-align: center; text-decoration: none; border: 0; border-radius: 6px; cursor: pointer; background: light-dark(#a34a06, #f2a65a); color: light-dark(#fff, #201200); }
:focus-visible { outline: 2px solid light-dark(#a34a06, #f2a65a); outline-offset: 2px; }
.strength { margin: .5rem 0 0; }
.strength p { margin: .25rem 0 0; font-size: .9rem; }
.strength span { display: block; block-size: .3rem; border-radius: .15rem; background: light-dark(#e4e0d8, #2b2d33); }
.strength span::before { content: ''; display: block; block-size: 100%; inline-size: 15%; border-radius: inherit; background: light-dark(#b3261e, #ff8a80); }
.strength[data-level="1"] span::before { inline-size: 45%; background: light-dark(#9a6a00, #e0b03a); }
.strength[data-level="2"] span::before { inline-size: 75%; background: light-dark(#3c7a1f, #8fcf6a); }
.strength[data-level="3"] span::before { inline-size: 100%; background: light-dark(#1d7a3a, #5fd08a); }
form + .hint { margin-top: 1rem; }
.hint { margin: .25rem 0 0; font-size: .9rem; color: light-dark(#5f5a51, #a19d93); }
[role=alert] { padding: .6rem .8rem; border-radius: 6px; border-inline-start: .3rem solid light-dark(#b3261e, #ff8a80);
 background: light-dark(#fdeeed, #33201f); }
@media (max-width: 500px) { main { margin: 0; min-height: 100vh; border: 0; border-radius: 0; } }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Allows the page's own script by its hash. Imported modules can't be allowed by hash, so they need 'self'. */
function scriptRule(script: string | undefined): string {
  if (script === undefined) return ''
  const imported = /\bimport\(/.test(script) ? " 'self'" : ''
  return ` script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'${imported};`
}

export const htmlPage = (language: Language, title: string, body: Html, status = 200, script?: string): HtmlPage =>
  new HtmlPage(
    `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>`.text}<link rel="icon" type="image/png" href="/static/icon.png"><link rel="preload" href="/static/inter.woff2" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="/static/font.css"><style>${style}</style></head>
<body><main><img class="logo" src="/static/icon.png" alt="" width="44" height="44">${html`<h1>${title}</h1>${body}`.text}</main>${script ? `<script type="module">${script}</script>` : ''}</body></html>
`,
    status,
    [],
    { script },
  )

/**
 * Sends a page. Nothing is loaded or framed, only its own script runs, forms go to this server or where their answers
 * may redirect, and its URL, which may hold a key, is hidden from other sites.
 */
export const sendHtml = (
  reply: FastifyReply,
  { text, status, formsLeadTo, script }: HtmlPage,
  { basePath }: Site,
): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; font-src 'self';${scriptRule(script)} form-action ${["'self'", ...(formsLeadTo ? [formsLeadTo] : [])].join(' ')}; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
      // with no-referrer, browsers would send forms without their origin
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      vary: 'Accept-Language',
    })
    .send(withBasePath(text, basePath))
