import { type Excerpt, type Found, type Help, type HelpPage, helpHref } from '#platform/help'
import { Html, html } from '#platform/html'
import { type Language, lastResort } from '#platform/languages'
import { page } from './html.ts'
import { textsIn } from './texts.ts'

interface Shown {
  /** The frame's language; the pages themselves are in English. */
  readonly language: Language
  readonly title: string
  readonly main: Html
  /** The current page, for the table of contents. */
  readonly open?: string
  readonly query?: string
}

/** The common frame: search on top, with the table of contents at the side, or below on narrow screens. */
const framed = ({ groups }: Help, { language, title, main, open, query = '' }: Shown): string => {
  const { help } = textsIn(language)
  return page({
    language,
    title: title === help.title ? help.loquatHelp : `${title} · ${help.loquatHelp}`,
    head: html`<link rel="stylesheet" href="/static/help.css">
<script src="/static/help.js" defer></script>`,
    body: html`<a class="skip" href="#main">${help.skip}</a>
<header>
<a class="home" href="/help/"><img src="/static/icon.png" alt="" width="32" height="32"> ${help.loquatHelp}</a>
<form role="search" action="/help/search">
<input type="search" name="q" value="${query}" maxlength="200" placeholder="${help.searchField}" aria-label="${help.searchField}" autocomplete="off">
<button type="submit">${help.search}</button>
<div id="found"></div>
</form>
<a class="chat" href="/">${help.openChat}</a>
<a class="all" href="#contents">${help.allPages}</a>
</header>
<div class="columns">
<main id="main">
${main}
</main>
<nav id="contents" aria-label="${help.allPages}">
${groups.map(
  ({ title: group, pages }) => html`<h2${english(language)}>${group}</h2>
<ul${english(language)}>${pages.map(
    (one) =>
      html`<li><a href="/help/${one.name}"${one.name === open ? html` aria-current="page"` : html``}>${one.title}</a></li>`,
  )}</ul>
`,
)}</nav>
</div>`,
  })
}

/** Marks English text on a page in another language. */
const english = (language: Language): Html => (language === 'en' ? html`` : html` lang="en" dir="ltr"`)

const notice = (language: Language): Html => {
  const { inEnglish } = textsIn(language).help
  return language === lastResort ? html`` : html`<p class="notice">${inEnglish}</p>`
}

/** The first sentence of a page. */
const summary = ({ sections }: HelpPage): string => /^.*?[.!?](?=\s|$)/.exec(sections[0]?.text ?? '')?.[0] ?? ''

export function contentsHtml(help: Help, language: Language): string {
  const { title, intro } = textsIn(language).help
  return framed(help, {
    language,
    title,
    main: html`<h1>${title}</h1>
<p><a href="/help/getting-started">${intro}</a></p>
${notice(language)}${help.groups.map(
  ({ title: group, pages }) => html`<h2${english(language)}>${group}</h2>
<ul class="cards"${english(language)}>${pages.map(
    (one) => html`<li><a href="/help/${one.name}">${one.title}</a><p>${summary(one)}</p></li>
`,
  )}</ul>
`,
)}`,
  })
}

export function pageHtml(help: Help, one: HelpPage, language: Language): string {
  const texts = textsIn(language).help
  const at = help.pages.indexOf(one)
  const neighbour = (other: HelpPage | undefined, rel: string, label: string) =>
    other ? html`<a rel="${rel}" href="/help/${other.name}"><small>${label}</small> ${other.title}</a>` : html``
  const headings = one.sections.filter(({ level }) => level === 2)
  const [title, ...rest] = one.html.split(/(?<=<\/h1>)/)
  return framed(help, {
    language,
    title: one.title,
    open: one.name,
    main: html`${notice(language)}<article${english(language)}>
${new Html(title ?? '')}
${
  headings.length > 2
    ? html`<nav class="here" aria-label="${texts.onThisPage}"><ul>${headings.map(
        ({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`,
      )}</ul></nav>`
    : html``
}
${new Html(rest.join(''))}</article>
<nav class="beside" aria-label="${texts.beforeAndAfter}">
${neighbour(help.pages[at - 1], 'prev', texts.before)}
${neighbour(help.pages[at + 1], 'next', texts.next)}
</nav>`,
  })
}

const marked = (excerpt: Excerpt): Html =>
  html`${excerpt.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : html`${text}`))}`

const results = (found: readonly Found[], language: Language): Html =>
  html`<ol class="results"${english(language)}>${found.map(
    ({ section, pageTitle, excerpt }) => html`<li><a href="${helpHref(section)}">${section.title}</a>${
      section.level > 1 ? html` <small>${pageTitle}</small>` : html``
    }<p>${marked(excerpt)}</p></li>
`,
  )}</ol>`

export function searchHtml(help: Help, query: string, found: readonly Found[], language: Language): string {
  const texts = textsIn(language).help
  const asked = query.trim()
  return framed(help, {
    language,
    title: asked === '' ? texts.search : asked,
    query,
    main: html`<h1>${asked === '' ? texts.search : texts.found(asked)}</h1>
${found.length > 0 ? results(found, language) : html`<p>${asked === '' ? texts.write : texts.nothing} ${allListed(language)}</p>`}`,
  })
}

const allListed = (language: Language): Html => html`<a href="#contents">${textsIn(language).help.listed}</a>.`

/** For unknown URLs: clients link to help pages of other servers with this API by name. */
export function absentHtml(help: Help, found: readonly Found[], language: Language): string {
  const { absent, perhaps } = textsIn(language).help
  return framed(help, {
    language,
    title: absent,
    main: html`<h1>${absent}</h1>
${found.length > 0 ? html`<p>${perhaps}</p>${results(found, language)}` : html`<p>${allListed(language)}</p>`}`,
  })
}
