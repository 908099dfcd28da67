import type { CodePlayground } from '../../src/features/text/custom-links/playgrounds/api.ts'
import { emojiFrom } from '../parts/emoji-font.ts'
import { timeFormat } from '../parts/time-format.ts'
import { part } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { below } from '../transport/place.ts'

/**
 * Message HTML is made from tokens by the server and never trusted all the same: the browser's own sanitizer takes away
 * what could act; browsers without one get DOMPurify, which only they load.
 */
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

/** To be awaited once before messages are shown. */
export async function prepareContent(): Promise<void> {
  if (isNative) return
  purify = (await import('dompurify')).default as unknown as Purify
}

/** Puts message HTML into an element. */
export function setContent(element: HTMLElement, html: string): void {
  if (!/<(audio|video)/.test(html)) parse(element, html)
  else {
    // where nothing loads: players that the page's policy forbids don't begin to
    const place = document.implementation.createHTMLDocument().body
    parse(place, html)
    for (const player of place.querySelectorAll('audio, video')) linkForeign(player)
    element.replaceChildren(...place.childNodes)
  }
  decorate(element)
}

/** Replaces a player for audio or video on another server with a link: the page's policy forbids playing it. */
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

/** What the server leaves to clients: local times, spoilers, where links open. On parsed nodes, never on text. */
function decorate(root: HTMLElement): void {
  if (location.pathname !== '/')
    for (const name of ['href', 'src'])
      for (const one of root.querySelectorAll(`[${name}]`))
        one.setAttribute(name, below(one.getAttribute(name) as string))
  for (const link of root.querySelectorAll('a')) {
    // what leads out of the conversation opens beside it
    if (link.origin !== location.origin || link.pathname !== location.pathname) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
  for (const time of root.querySelectorAll('time')) {
    const at = new Date(time.dateTime)
    if (!Number.isNaN(at.getTime())) {
      time.title = at.toString()
      time.textContent = hourFormat.format(at)
    }
  }
  for (const sign of root.querySelectorAll('span.emoji')) emoji(sign)
  // marks of quotes and lists stand where their text begins
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
  // beside it stands a link with the page's title, which leads there too
  for (const link of root.querySelectorAll<HTMLAnchorElement>('.message_embed_image')) {
    link.tabIndex = -1
    link.setAttribute('aria-hidden', 'true')
  }
  for (const picture of root.querySelectorAll('img')) {
    picture.loading = 'lazy'
    picture.decoding = 'async'
    // what stands for a file is called as its link is
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

/** Reserves the picture's final size before it loads; the style sheet shrinks it where there's less room. */
function reserve({ style }: HTMLElement, width: number, height: number): void {
  style.inlineSize = `min(${width}px, ${(maxHeight * width) / height}px * var(--media-percent, 100))`
  style.aspectRatio = `${width} / ${height}`
}

/** What a film or a picture is called, which shows no words. */
function fileName(address: string): string {
  const name = address.slice(address.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** What is wider than its place scrolls, by keys too. */
function scrolling(block: HTMLElement): void {
  block.tabIndex = 0
}

/** A name in a text: pressed, it tells who that is. */
function pressable(mention: HTMLElement): void {
  mention.tabIndex = 0
  mention.setAttribute('role', 'button')
  mention.setAttribute('aria-haspopup', 'dialog')
}

const playgrounds = part<CodePlayground[]>('realm_playgrounds')

/** Buttons that copy a block of code, and lead to where it can be tried out. What they do is loaded when one is pressed. */
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

/** The server names an emoji by its code points; the device has the picture. */
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
