import { fromRoot } from '../transport/place.ts'

/** Elements a copy keeps, as standard HTML. */
const kept = new Set(
  'P BR STRONG EM DEL CODE UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD H1 H2 H3 H4 H5 H6 HR'.split(' '),
)
/** Controls and previews, which aren't part of the message text. */
const left = 'button, .code-actions, .visually-hidden, .message_embed'
const preview = '.message_inline_image, .message_inline_audio, .media-card'
/** Elements that only make sense as a whole. */
const whole =
  '.katex, .user-mention, .user-group-mention, .topic-mention, .stream, .stream-topic, .message-link, .emoji, time'

const parentElement = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)

/** Extends a range so that it doesn't begin or end inside a formula or a mention. */
function widened(range: Range): Range {
  const wide = range.cloneRange()
  const first = parentElement(range.startContainer)?.closest(whole)
  const last = parentElement(range.endContainer)?.closest(whole)
  if (first) wide.setStartBefore(first)
  if (last) wide.setEndAfter(last)
  return wide
}

/** Part of a message's content as HTML for other apps, with only the classes we need to restore Markdown. */
export function cleanContent(range: Range, content: Element): HTMLElement {
  const root = document.implementation.createHTMLDocument('').body
  const wide = widened(range)
  const fragment = wide.cloneContents()
  const clean = cleaner(root.ownerDocument, content)
  const block = parentElement(wide.commonAncestorContainer)?.closest('pre')
  root.append(
    ...(block && content.contains(block)
      ? clean.code(fragment.textContent ?? '', languageOf(block))
      : inFormats(wide.commonAncestorContainer, content, clean)(clean.all(fragment))),
  )
  return root
}

const languageOf = (block: Element): string =>
  block.closest<HTMLElement>('[data-code-language]')?.dataset.codeLanguage?.toLowerCase() ?? ''

/** Wraps nodes in the formatting, links, code, or list around the range. */
const inFormats =
  (ancestor: Node, content: Element, clean: ReturnType<typeof cleaner>) =>
  (nodes: Node[]): Node[] => {
    let inside = nodes
    for (let one = parentElement(ancestor); one && one !== content && content.contains(one); one = one.parentElement) {
      if (!/^(STRONG|EM|DEL|CODE|A)$/.test(one.tagName) && (one !== ancestor || !/^[UO]L$/.test(one.tagName))) continue
      const shell = one.cloneNode() as Element
      shell.append(...inside)
      inside = clean.one(shell)
    }
    return inside
  }

function cleaner(own: Document, content: Element) {
  const all = (node: Node): Node[] => [...node.childNodes].flatMap(one)
  const element = (name: string, attributes: Record<string, string | null>, children: readonly (Node | string)[]) => {
    const made = own.createElement(name)
    for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value)
    made.append(...children)
    return [made]
  }
  const code = (text: string, language: string) =>
    element('pre', language === '' ? {} : { 'data-code-language': language }, [
      element('code', language === '' ? {} : { class: `language-${language.replace(/\s+/g, '-')}` }, [text])[0] as Node,
    ])

  function one(node: Node): Node[] {
    if (node.nodeType === Node.TEXT_NODE) return [own.createTextNode(node.textContent ?? '')]
    if (!(node instanceof HTMLElement) || node.matches(left)) return []
    const { tagName, dataset } = node
    if (node.matches('.katex-display')) return code(texOf(node), 'math')
    if (node.matches('.katex')) return [own.createTextNode(`$$${texOf(node)}$$`)]
    // a paragraph would end before a block inside it
    if (tagName === 'P' && node.querySelector(':scope > .katex-display')) return all(node)
    if (tagName === 'PRE') return code(node.textContent ?? '', languageOf(node))
    if (node.matches('details.spoiler')) return spoiler(node)
    if (node.matches(preview)) return linkOfPreview(node)
    if (tagName === 'A') return link(node as HTMLAnchorElement)
    if (tagName === 'IMG') return picture(node as HTMLImageElement)
    if (tagName === 'TIME') return element('time', { datetime: node.getAttribute('datetime') }, all(node))
    if (tagName === 'SPAN' && node.matches('.emoji'))
      return element('span', { class: 'emoji', title: node.title }, [node.textContent ?? ''])
    if (node.matches('.user-mention, .user-group-mention, .topic-mention'))
      return element(
        'span',
        {
          class: ['user-mention', 'user-group-mention', 'topic-mention', 'silent']
            .filter((name) => node.classList.contains(name))
            .join(' '),
          'data-user-id': dataset.userId ?? null,
          'data-user-group-id': dataset.userGroupId ?? null,
        },
        [node.textContent ?? ''],
      )
    if (!kept.has(tagName)) return all(node)
    return element(tagName.toLowerCase(), { start: node.getAttribute('start') }, all(node))
  }

  const spoiler = (node: Element) =>
    element('div', { class: 'spoiler-block' }, [
      ...element(
        'div',
        { class: 'spoiler-header' },
        [node.querySelector('summary')].flatMap((it) => (it ? all(it) : [])),
      ),
      ...element(
        'div',
        { class: 'spoiler-content' },
        [node.querySelector('.spoiler-content')].flatMap((it) => (it ? all(it) : [])),
      ),
    ])

  /** The link of a preview, unless the text already contains it. */
  const linkOfPreview = (node: Element) => {
    const shown = node.querySelector<HTMLAnchorElement>('a') ?? node.querySelector<HTMLAudioElement>('audio')
    const href = shown?.getAttribute('href') ?? shown?.getAttribute('src')
    if (!shown || !href) return []
    const isInText = [...content.querySelectorAll('a')].some(
      (it) => it.getAttribute('href') === href && !it.closest(preview),
    )
    return isInText ? [] : element('p', {}, element('a', { href: absolute(href) }, [shown.title || absolute(href)]))
  }

  const link = (node: HTMLAnchorElement) =>
    element(
      'a',
      {
        class: ['stream', 'stream-topic', 'message-link'].find((name) => node.classList.contains(name)) ?? null,
        href: absolute(node.getAttribute('href') ?? ''),
      },
      all(node),
    )

  const picture = (node: HTMLImageElement): Node[] => {
    if (node.matches('.emoji')) return [own.createTextNode(node.alt)]
    const src = node.dataset.originalSrc ?? node.getAttribute('src')
    return src ? element('img', { class: 'inline-image', src: absolute(src), alt: node.alt }, []) : []
  }
  return { all, code, one }
}

const texOf = (formula: Element): string =>
  formula.querySelector('annotation')?.textContent ?? formula.textContent ?? ''

const absolute = (address: string): string => {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return fromRoot(address)
  }
}
