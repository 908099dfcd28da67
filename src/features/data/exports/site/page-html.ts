import { Html, html } from '#platform/html'

interface SitePage {
  readonly title: string
  /** Relative path to the site's folder: '' or '../'. */
  readonly root: string
  readonly organization: string
  readonly above: readonly (readonly [name: string, address: string])[]
  readonly body: Html
}

/** A page that loads only files next to it. */
export const pageHtml = ({ title, root, organization, above, body }: SitePage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${title === organization ? '' : ` · ${organization}`}</title>
<link rel="stylesheet" href="${root}site.css">
<script src="${root}search.js" data-root="${root}" defer></script>
</head>
<body>
<header>
<nav aria-label="Above">${above.map(([name, address]) => html`<a href="${address}">${name}</a> <span aria-hidden="true">›</span> `)}</nav>
<form role="search" hidden><input type="search" name="words" placeholder="Search" aria-label="Search all messages" autocomplete="off"></form>
</header>
<main>
<h1>${title}</h1>
<section id="found" aria-live="polite" hidden></section>
<div id="page">
${body}
</div>
</main>
</body>
</html>
`.text

export const utc = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
export const timeHtml = (time: Date): Html => html`<time datetime="${time.toISOString()}">${utc(time)}</time>`

interface ListedChannel {
  readonly id: number
  readonly name: string
  readonly description: Html
  readonly topics: number
  readonly messages: number
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const channelList = (channels: readonly ListedChannel[], made: Date, about: Html): Html =>
  html`${about}
<ul class="list">${channels.map(
    ({ id, name, description, topics, messages }) => html`
<li><a href="channel-${id}/index.html"># ${name}</a> <small>${counted(topics, 'topic')}, ${counted(messages, 'message')}</small>${description}</li>`,
  )}
</ul>
<footer>As it was at ${timeHtml(made)}.</footer>`

interface ListedTopic {
  readonly number: number
  readonly name: string
  readonly messages: number
  readonly lastAt: Date
}

export const topicList = (description: Html, topics: readonly ListedTopic[]): Html =>
  html`${description}
<ul class="list">${topics.map(
    ({ number, name, messages, lastAt }) => html`
<li><a href="topic-${number}.html">${topicName(name)}</a> <small>${counted(messages, 'message')}, ${timeHtml(lastAt)}</small></li>`,
  )}
</ul>`

export const topicName = (name: string): string => name || 'general chat'

interface PlacedReaction {
  readonly shown: string
  readonly name: string
  readonly count: number
}

export interface PageMessage {
  readonly id: number
  readonly sender: string
  readonly isBot: boolean
  readonly sentAt: Date
  readonly isEdited: boolean
  readonly content: string
  readonly reactions: readonly PlacedReaction[]
}

export const messageList = (messages: readonly PageMessage[], pages: Html): Html =>
  html`${pages}
${messages.map(
  ({ id, sender, isBot, sentAt, isEdited, content, reactions }) => html`<article id="message-${id}">
<header><strong>${sender}</strong>${isBot ? html` <small>bot</small>` : ''} <a href="#message-${id}">${timeHtml(sentAt)}</a>${isEdited ? html` <small>edited</small>` : ''}</header>
<div class="text">${new Html(content)}</div>${
    reactions.length > 0
      ? html`
<ul class="reactions">${reactions.map(({ shown, name, count }) => html`<li title=":${name}:">${shown} ${count}</li>`)}</ul>`
      : ''
  }
</article>
`,
)}${pages}`

export const pageLinks = (topic: number, page: number, count: number): Html =>
  count < 2
    ? html``
    : html`<nav class="pages" aria-label="Pages">${Array.from({ length: count }, (_, at) =>
        at === page
          ? html`<strong aria-current="page">${at + 1}</strong> `
          : html`<a href="${topicFile(topic, at)}">${at + 1}</a> `,
      )}</nav>`

export const topicFile = (topic: number, page: number): string => `topic-${topic}${page > 0 ? `-${page + 1}` : ''}.html`
