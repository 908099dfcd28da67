import { asMessageId } from '#contract'
import { Html, html } from '#platform/html'
import { directionOf, type Language } from '#platform/languages'
import { PublicDocument } from '#platform/serve'
import { messageList, type PageMessage, timeHtml, topicName } from '../../../data/exports/public.ts'
import { nextQuery } from '../../../sign-in/accounts/next-view.ts'
import { rulesPath } from '../../../sign-in/accounts/rules-field.ts'
import { textsIn } from '../texts.ts'
import { entryPath, messagePath, publicPath, searchPath } from './addresses.ts'

interface PublicPage {
  readonly language: Language
  readonly title: string
  readonly organization: string
  /** One or two sentences for search engines. */
  readonly description: string
  /** The organization's URL without a trailing slash. */
  readonly site: string
  /** The canonical path, root-relative. */
  readonly path: string
  /** Paths of the previous and next page, root-relative. */
  readonly previous?: string | undefined
  readonly next?: string | undefined
  /** The feed's path, root-relative. */
  readonly feed: string
  /** Breadcrumbs: name and URL. */
  readonly above: readonly (readonly [name: string, address: string])[]
  /** The same place in the app. */
  readonly place: string
  readonly isOpenToAnyone: boolean
  readonly hasRules: boolean
  readonly channels: readonly { readonly name: string; readonly path: string }[]
  readonly words?: string
  /** Whether search engines may index it; they follow its links anyway. */
  readonly isListed: boolean
  readonly body: Html
}

const link = (rel: string, address: string | undefined): Html =>
  address === undefined
    ? html``
    : html`<link rel="${rel}" href="${address}">
`

export function publicPage(page: PublicPage): PublicDocument {
  const { language, title, organization, description, site, path, previous, next, feed, above, isListed, body } = page
  const texts = textsIn(language)
  const whole = [
    title,
    ...above
      .slice(1)
      .map(([name]) => name)
      .reverse(),
    ...(above.length > 0 ? [organization] : []),
  ]
  const text = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${whole.join(' · ')}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="${organization}">
<meta property="og:type" content="website">
<meta property="og:url" content="${site + path}">
<meta property="og:image" content="${site}/app-icons/any-512.png">
<meta name="twitter:card" content="summary">
${isListed ? html`` : new Html('<meta name="robots" content="noindex">\n')}${link('canonical', site + path)}${link('prev', previous)}${link('next', next)}<link rel="alternate" type="application/atom+xml" title="${organization}" href="${feed}">
<link rel="icon" type="image/png" href="/static/icon.png">
<link rel="stylesheet" href="/static/site.css">
<link rel="stylesheet" href="/static/public.css">
<script type="module" src="/static/public/main.js"></script>
</head>
<body class="public" ${textsOfScripts(language)}>
<header>
<nav aria-label="${texts.above}">${above.map(([name, address]) => html`<a href="${address}">${name}</a> <span aria-hidden="true">›</span> `)}</nav>
<form role="search" action="${searchPath}"><input type="search" name="words" maxlength="200" required placeholder="${texts.search}" aria-label="${texts.searchAll}" autocomplete="off" value="${page.words ?? ''}"></form>
</header>
<div class="columns">
${channelsBeside(page)}
<main>
<h1 dir="auto">${title}</h1>
${body}
</main>
</div>
${takingPart(page)}
</body>
</html>
`.text
  return new PublicDocument('text/html; charset=utf-8', text, isListed)
}

const textsOfScripts = (language: Language): Html =>
  html`${Object.entries(textsIn(language).scripts).map(([name, text]) => html`data-${name}="${text}" `)}`

function channelsBeside({ language, channels, path }: PublicPage): Html {
  const isOpen = (one: string) => path === one || path.startsWith(`${one}/`)
  const links = channels.map(
    (one) => html`
<li><a href="${one.path}"${isOpen(one.path) ? new Html(' aria-current="true"') : html``}># ${one.name}</a></li>`,
  )
  return html`<nav class="channels" aria-label="${textsIn(language).channels}"><ul>${links}
</ul></nav>`
}

/** Takes the place of the compose box. */
function takingPart({ language, organization, place, isOpenToAnyone, hasRules, feed }: PublicPage): Html {
  const texts = textsIn(language)
  const next = nextQuery(place.replace(/^\//, ''))
  const signUp = isOpenToAnyone
    ? html` <a class="go" href="/accounts/register${next}" rel="nofollow">${texts.signUp}</a>`
    : html``
  const rules = hasRules ? html` · <a href="${rulesPath}">${texts.rules}</a>` : html``
  return html`<footer>
<p>${texts.foot(organization)} <a href="${feed}">${texts.feed}</a>${rules}</p>
<nav aria-label="${texts.takePart}">${signUp} <a class="go" href="${entryPath}${next}" rel="nofollow">${texts.logInToTakePart}</a></nav>
</footer>`
}

export function beside(
  language: Language,
  way: {
    previous?: string | undefined
    next?: string | undefined
    newest?: string | undefined
  },
): Html {
  const texts = textsIn(language)
  const { previous, next, newest } = way
  if (previous === undefined && next === undefined) return html``
  return html`<nav class="pages" aria-label="${texts.pages}">
${previous === undefined ? html`` : html`<a rel="prev" href="${previous}">${texts.before}</a>`}
${next === undefined ? html`` : html`<a rel="next" href="${next}">${texts.after}</a>`}
${newest === undefined ? html`` : html`<a rel="nofollow" href="${newest}">${texts.newest}</a>`}
</nav>`
}

interface ListedChannel {
  readonly name: string
  readonly path: string
  readonly description: string
}

export const channelList = (language: Language, about: Html, channels: readonly ListedChannel[]): Html =>
  html`${about}
${
  channels.length === 0
    ? html`<p>${textsIn(language).noChannel}</p>`
    : html`<ul class="list">${channels.map(
        ({ name, path, description }) => html`
<li><a href="${path}"># ${name}</a><div class="text">${new Html(description)}</div></li>`,
      )}
</ul>`
}`

interface ListedTopic {
  readonly name: string
  readonly path: string
  readonly newestAt: Date
}

export const topicList = (language: Language, about: Html, topics: readonly ListedTopic[], ways: Html): Html =>
  html`${about}
${
  topics.length === 0
    ? html`<p>${textsIn(language).nothingSaid}</p>`
    : html`<ul class="list">${topics.map(
        ({ name, path, newestAt }) => html`
<li><a href="${path}">${topicName(name)}</a> <small>${timeHtml(newestAt)}</small></li>`,
      )}
</ul>`
}
${ways}`

interface FoundMessage extends PageMessage {
  readonly place: string
}

export const foundList = (language: Language, words: string, found: readonly FoundMessage[]): Html =>
  found.length === 0
    ? html`<p>${words === '' ? textsIn(language).searchable : textsIn(language).nothingFound}</p>`
    : html`<div class="found">${found.map(
        (one) => html`
<h2><a href="${messagePath(asMessageId(one.id))}">${one.place}</a></h2>
${messageList([one], html``)}`,
      )}</div>`

export const home = (organization: string) => [organization, publicPath] as const
