import type { CodePlayground } from '../../src/features/text/custom-links/playgrounds/api.ts'
import { fullFormat, timeFormat } from '../entities/time-format.ts'
import { emojiFrom } from '../parts/emoji-character.ts'
import { part } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { below } from '../transport/place.ts'

/** We don't trust message HTML from the server: the browser's sanitizer, or else DOMPurify, removes anything active. */
const dangerous = {
  removeElements: [
    'script',
    'form',
    'input',
    'textarea',
    'select',
    'button',
    'style',
    'base',
    'meta',
    'link',
    'iframe',
    'object',
    'embed',
  ],
  removeAttributes: ['id', 'name', 'form', 'formaction', 'srcdoc'],
}

declare global {
  interface Element {
    setHTML?(html: string, options?: { sanitizer: unknown }): void
  }
}

type Purify = { sanitize(html: string, options: object): DocumentFragment }
let purify: Purify | undefined
const sanitizer =
  'Sanitizer' in globalThis
    ? new (globalThis as never as { Sanitizer: new (of: object) => unknown }).Sanitizer(dangerous)
    : undefined
const isNative = sanitizer !== undefined && 'setHTML' in Element.prototype

/** Await once before showing messages. */
export async function prepareContent(): Promise<void> {
  if (isNative) return
  purify = (await import('dompurify')).default as unknown as Purify
}

export function setContent(element: HTMLElement, html: string): void {
  if (!/<(audio|video)/.test(html)) parse(element, html)
  else {
    // in an inert document, so that players blocked by the page's CSP don't start loading
    const place = document.implementation.createHTMLDocument().body
    parse(place, html)
    for (const player of place.querySelectorAll('audio, video')) linkForeign(player)
    element.replaceChildren(...place.childNodes)
  }
  decorate(element)
}

/** Replaces an audio or video player for another server, which the page's CSP blocks, with a link. */
function linkForeign(player: Element): void {
  const address = player.getAttribute('src') ?? ''
  const card = player.closest('div')
  if (!card || !/^https?:/.test(address) || address.startsWith(location.origin)) return
  card.className = 'media-card'
  const link = document.createElement('a')
  link.href = address
  const host = document.createElement('span')
  host.textContent = link.host
  link.append(fileName(link.pathname), host)
  card.replaceChildren(link)
}

function parse(element: HTMLElement, html: string): void {
  if (isNative) element.setHTML?.(html, { sanitizer })
  else
    element.replaceChildren(
      purify?.sanitize(html, {
        RETURN_DOM_FRAGMENT: true,
        FORBID_TAGS: dangerous.removeElements,
        FORBID_ATTR: dangerous.removeAttributes,
      }) ?? '',
    )
}

const hourFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Applies what the server leaves to clients. Works on parsed nodes, never on text. */
function decorate(root: HTMLElement): void {
  if (location.pathname !== '/')
    for (const name of ['href', 'src'])
      for (const one of root.querySelectorAll(`[${name}]`))
        one.setAttribute(name, below(one.getAttribute(name) as string))
  for (const link of root.querySelectorAll('a')) {
    // links that leave the conversation open in a new tab
    if (link.origin !== location.origin || link.pathname !== location.pathname) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
  for (const time of root.querySelectorAll('time')) {
    const at = new Date(time.dateTime)
    if (!Number.isNaN(at.getTime())) {
      time.title = fullFormat.format(at)
      time.textContent = hourFormat.format(at)
    }
  }
  for (const sign of root.querySelectorAll('span.emoji')) emoji(sign)
  // put quote bars and list markers on the side where the text begins
  for (const block of root.querySelectorAll<HTMLElement>('blockquote, ul, ol')) block.dir = 'auto'
  for (const block of root.querySelectorAll('.spoiler-block')) spoiler(block)
  for (const block of root.querySelectorAll('pre, table, .katex-display')) scrolling(block as HTMLElement)
  for (const block of root.querySelectorAll<HTMLElement>('.codehilite')) codeActions(block)
  for (const mention of root.querySelectorAll<HTMLElement>('.user-mention')) {
    if (Number(mention.dataset.userId) === ownId.peek() && !mention.classList.contains('silent'))
      mention.classList.add('own')
    if (/^\d+$/.test(mention.dataset.userId ?? '')) pressable(mention)
  }
  for (const mention of root.querySelectorAll<HTMLElement>('.user-group-mention'))
    if (/^\d+$/.test(mention.dataset.userGroupId ?? '')) pressable(mention)
  for (const film of root.querySelectorAll('a > video'))
    film.parentElement?.setAttribute('aria-label', film.parentElement.title || fileName(film.getAttribute('src') ?? ''))
  // the link with the page's title next to it goes to the same place
  for (const link of root.querySelectorAll<HTMLAnchorElement>('.message_embed_image')) {
    link.tabIndex = -1
    link.setAttribute('aria-hidden', 'true')
  }
  for (const picture of root.querySelectorAll('img')) {
    picture.loading = 'lazy'
    picture.decoding = 'async'
    // a preview gets its link's name
    const link = picture.closest('a')
    if (!picture.hasAttribute('alt')) picture.alt = link ? link.title || fileName(link.pathname) || link.host : ''
    const [width, height] = picture.dataset.originalDimensions?.split('x').map(Number) ?? []
    if (width && height) reserve(picture, width, height)
    if (picture.dataset.animated) void import('./moving-picture.ts').then(({ letMove }) => letMove(picture))
    picture.addEventListener(
      'error',
      () => void import('./no-picture.ts').then(({ withoutPicture }) => withoutPicture(picture)),
      { once: true },
    )
  }
}

/** Maximum picture height in style/content.css, in pixels per percent of `media_preview_size`. */
const maxHeight = 3

/** Reserves the picture's final size before it loads. The style sheet shrinks it where there's less room. */
function reserve({ style }: HTMLElement, width: number, height: number): void {
  style.inlineSize = `min(${width}px, ${(maxHeight * width) / height}px * var(--media-percent, 100))`
  style.aspectRatio = `${width} / ${height}`
}

function fileName(address: string): string {
  const name = address.slice(address.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Wide blocks scroll horizontally, also by keyboard. */
function scrolling(block: HTMLElement): void {
  block.tabIndex = 0
}

function pressable(mention: HTMLElement): void {
  mention.tabIndex = 0
  mention.setAttribute('role', 'button')
  mention.setAttribute('aria-haspopup', 'dialog')
}

const playgrounds = part<CodePlayground[]>('realm_playgrounds')

/** Adds buttons that copy a code block and open it in a playground. Their code loads on the first click. */
function codeActions(block: HTMLElement): void {
  const actions = document.createElement('div')
  actions.className = 'code-actions'
  const language = block.dataset.codeLanguage?.toLowerCase()
  const isTried = playgrounds.peek()?.some((one) => one.pygments_language.toLowerCase() === language)
  for (const [name, label] of [...(isTried ? [['try', t.tryCode]] : []), ['copy', t.copyCode]] as const) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = name as string
    button.textContent = label as string
    actions.append(button)
  }
  block.append(actions)
}

/** The server names an emoji by its code points; the device renders it. */
function emoji(sign: Element): void {
  const code = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/.exec(sign.className)?.[1]
  if (code) sign.textContent = emojiFrom(code)
}

function spoiler(block: Element): void {
  const header = block.querySelector('.spoiler-header')
  const content = block.querySelector('.spoiler-content')
  if (!header || !content) return
  const details = document.createElement('details')
  details.className = 'spoiler'
  const summary = document.createElement('summary')
  summary.append(...header.childNodes)
  if (!summary.textContent?.trim()) summary.textContent = t.spoiler
  content.removeAttribute('aria-hidden')
  details.append(summary, content)
  block.replaceWith(details)
}
