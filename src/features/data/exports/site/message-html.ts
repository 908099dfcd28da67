import { Parser } from 'htmlparser2'
import { escapeHtml } from '#platform/html'

/** Resolves links in a message's HTML relative to its page; undefined if the site doesn't contain the target. */
export interface Surroundings {
  /** The URL of an uploaded file, or of the thumbnail with this name. */
  upload(pathId: string, thumbnail?: string): string | undefined
  emoji(file: string): string | undefined
  /** `topic` is null for links to a channel, `messageId` for links to a whole topic. */
  conversation(channelId: number, topic: string | null, messageId: number | null): string | undefined
}

const plain = new Set(
  `p br hr em strong del s u code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td div span time sub sup
   math semantics mrow mi mn mo ms mtext mfrac msqrt mroot mstyle msub msup msubsup munder mover munderover mtable mtr mtd
   mspace mpadded mphantom menclose annotation`.split(/\s+/),
)
const kept = new Set(['class', 'datetime', 'start', 'mathvariant', 'title', 'display', 'align'])
const empty = new Set(['br', 'hr', 'img'])

/**
 * A message's HTML for a page that is opened from disk: without scripts, and without loading anything from other
 * servers.
 */
export function messageHtml(rendered: string, around: Surroundings): { html: string; text: string } {
  let made = ''
  let words = ''
  const open: string[] = []
  /** Depth of elements that are left out. */
  let hidden = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      const emoji = hidden === 0 ? emojiOf(attributes.class) : undefined
      if (emoji !== undefined) {
        made += emoji
        words += emoji
      }
      if (hidden > 0 || emoji !== undefined || isLeftOut(name, attributes)) {
        hidden++
        return
      }
      const tag = tagFor(name, attributes, around)
      made += tag.begin
      open.push(tag.end)
    },
    ontext(text) {
      if (hidden > 0) return
      made += escapeHtml(text)
      words += text
    },
    onclosetag() {
      if (hidden > 0) hidden--
      else made += open.pop() ?? ''
    },
  })
  parser.end(rendered)
  return { html: made, text: words.trim() }
}

export const characters = (code: string): string =>
  code
    .split('-')
    .map((one) => Number.parseInt(one, 16))
    .map((point) => String.fromCodePoint(point > 0 && point <= 0x10ffff ? point : 0xfffd))
    .join('')

function emojiOf(names = ''): string | undefined {
  const code = /^emoji emoji-([0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*)$/.exec(names)?.[1]
  return code === undefined ? undefined : characters(code)
}

/** A spoiler must open without scripts. */
const foldedParts = new Map([
  ['spoiler-block', 'details'],
  ['spoiler-header', 'summary'],
])

/** KaTeX's HTML half needs style sheets; MathML stays. */
const isLeftOut = (name: string, { class: names = '' }: Record<string, string>) =>
  name === 'script' || name === 'style' || names.split(' ').includes('katex-html')

interface Tag {
  readonly begin: string
  readonly end: string
}

function tagFor(name: string, attributes: Record<string, string>, around: Surroundings): Tag {
  if (name === 'a') return link(attributes.href ?? '', around)
  if (name === 'img' || name === 'video' || name === 'audio') return media(name, attributes, around)
  const folded = foldedParts.get(attributes.class ?? '')
  if (folded) return { begin: `<${folded} class="${attributes.class}">`, end: `</${folded}>` }
  if (!plain.has(name)) return { begin: '', end: '' }
  const given = Object.entries(attributes)
    .filter(([one]) => kept.has(one))
    .map(([one, value]) => ` ${one}="${escapeHtml(value)}"`)
    .join('')
  return { begin: `<${name}${given}>`, end: empty.has(name) ? '' : `</${name}>` }
}

function link(href: string, around: Surroundings): Tag {
  const own = localAddress(href, around)
  if (own !== undefined) return { begin: `<a href="${escapeHtml(own)}">`, end: '</a>' }
  if (/^(?:https?|mailto|tel):/i.test(href))
    return { begin: `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">`, end: '</a>' }
  return { begin: '<span>', end: '</span>' }
}

function media(
  name: string,
  { src = '', alt = '', title = '', class: names = '' }: Record<string, string>,
  around: Surroundings,
): Tag {
  const address = localAddress(src, around)
  const text = alt || title
  if (address === undefined) return { begin: text ? `<span class="absent">${escapeHtml(text)}</span>` : '', end: '' }
  const at = `src="${escapeHtml(address)}"`
  if (name !== 'img') return { begin: `<${name} ${at} controls preload="none">`, end: `</${name}>` }
  const size = names.split(' ').includes('emoji') ? 'emoji' : 'picture'
  return { begin: `<img class="${size}" loading="lazy" ${at} alt="${escapeHtml(text || fileName(src))}">`, end: '' }
}

/** The name of a picture without a description. */
const fileName = (src: string): string =>
  decoded(/^\/user_uploads\/(?:thumbnail\/.*?([^/]+)\/[^/]+|.*?([^/]+))$/.exec(src)?.slice(1).find(Boolean) ?? '')

function localAddress(href: string, around: Surroundings): string | undefined {
  const upload = /^\/user_uploads\/(?:download\/)?(?!thumbnail\/)([^?#]+)/.exec(href)?.[1]
  if (upload !== undefined) return around.upload(decoded(upload))
  const [, pictured, thumbnail] = /^\/user_uploads\/thumbnail\/([^?#]+)\/([^/?#]+)$/.exec(href) ?? []
  if (pictured !== undefined) return around.upload(decoded(pictured), thumbnail)
  const emoji = /^\/user_avatars\/\d+\/emoji\/images\/([\w.]+)$/.exec(href)?.[1]
  if (emoji !== undefined) return around.emoji(emoji)
  const place =
    /^\/?#narrow\/(?:channel|stream)\/(\d{1,15})(?:-[^/]*)?(?:\/(?:topic|subject)\/([^/]*)(?:\/(?:near|with)\/(\d{1,15}))?)?$/.exec(
      href,
    )
  if (!place) return undefined
  const [, channel, topic, message] = place
  return around.conversation(
    Number(channel),
    topic === undefined ? null : decoded(topic.replaceAll('.', '%')),
    message === undefined ? null : Number(message),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
