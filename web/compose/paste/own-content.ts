import type TurndownService from 'turndown'

export interface Own {
  /** Base URL; links in messages are relative to it. */
  readonly origin: string
  /** Mention syntax for a user; undefined if unknown. */
  mention(userId: number, isSilent: boolean): string | undefined
}

const hasClass = (node: Node, name: string) =>
  node.nodeType === 1 && ` ${(node as Element).getAttribute('class') ?? ''} `.includes(` ${name} `)
const words = (node: Node) => (node.textContent ?? '').trim()

/** Rules for message-specific content: mentions, channels, emoji, times, spoilers, uploads. */
export function addOwnContent(converter: TurndownService, own: () => Own | undefined): void {
  const add = (name: string, isIt: (node: Node) => boolean, replacement: (text: string, node: Element) => string) =>
    converter.addRule(name, { filter: isIt, replacement: (text, node) => replacement(text, node as Element) })
  const silent = (node: Element) => (hasClass(node, 'silent') ? '_' : '')
  const name = (node: Element) => words(node).replace(/^@/, '')

  add(
    'person',
    (node) => hasClass(node, 'user-mention') || hasClass(node, 'topic-mention'),
    (text, node) => {
      const id = node.getAttribute('data-user-id')
      if (id === '*' || hasClass(node, 'topic-mention')) return `@${silent(node)}**${name(node)}**`
      return own()?.mention(Number(id), silent(node) !== '') ?? text
    },
  )
  add(
    'group',
    (node) => hasClass(node, 'user-group-mention'),
    (text, node) => (own() ? `@${silent(node)}*${name(node)}*` : text),
  )
  add(
    'place',
    (node) => ['stream', 'stream-topic', 'message-link'].some((one) => hasClass(node, one)),
    (text, node) => {
      const href = node.getAttribute('href') ?? ''
      const { origin } = own() ?? {}
      if (origin === undefined || !href.startsWith(origin)) return `[${text}](${href})`
      const near = hasClass(node, 'message-link') ? /\/near\/(\d+)/.exec(href)?.[1] : undefined
      const [channel = '', ...topic] = words(node).replace(/^#/, '').split(' > ')
      if (topic.length === 0) return `#**${channel}**`
      const shown = topic.join(' > ').replace(/ @ 💬$/, '')
      // the display name of the empty topic isn't its name
      return `#**${channel}>${node.querySelector('em') ? '' : shown}${near === undefined ? '' : `@${near}`}**`
    },
  )
  add(
    'sign',
    (node) => node.nodeName === 'SPAN' && hasClass(node, 'emoji'),
    (text, node) => {
      const title = node.getAttribute('title') ?? ''
      return title === '' ? text : `:${title.replaceAll(' ', '_')}:`
    },
  )
  add(
    'time',
    (node) => node.nodeName === 'TIME' && (node as Element).hasAttribute('datetime'),
    (text, node) => (own() ? `<time:${node.getAttribute('datetime')}>` : text),
  )
  add(
    'spoiler',
    (node) => hasClass(node, 'spoiler-block'),
    (text, node) => {
      const parts = [...Array.from(node.children)]
      const header = words(parts.find((one) => hasClass(one, 'spoiler-header')) ?? node)
      const content = text.trim().startsWith(header) ? text.trim().slice(header.length).trim() : text.trim()
      return `\n\n\`\`\`spoiler ${header}\n${content}\n\`\`\`\n\n`
    },
  )
  add(
    'upload',
    (node) => node.nodeName === 'IMG' && hasClass(node, 'inline-image'),
    (_text, node) => `![${node.getAttribute('alt') ?? ''}](${fromHere(node.getAttribute('src') ?? '', own())})`,
  )
}

/** Makes a URL of this server relative, as in messages. */
export function fromHere(address: string, own: Own | undefined): string {
  if (!own || !address.startsWith(own.origin)) return address
  return address.slice(own.origin.length - (own.origin.endsWith('/') ? 1 : 0))
}
