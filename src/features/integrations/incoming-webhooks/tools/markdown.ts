import { shortened } from '#contract'
import { withEmoji } from '#platform/emoji'
import { isBalanced } from '../slack-markdown.ts'
import { isApiAddress } from './api-address.ts'

/** Text that is Markdown already: untrusted parts can't notify anyone or break out of their context. */
export class Markdown {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markdown | string | number | undefined

export const nothing = new Markdown('')

/** Invisible, and never part of markup. */
const gap = '\u200b'
const longest = { inline: 200, quote: 1_500, code: 1_500, address: 2_000 }

/** Disables mentions and links to channels and topics. */
export const withoutMentions = (text: string): string =>
  text.replace(/([@#])(?=_?\*)/g, `$1${gap}`).replace(/([@#]_)(?=\*)/g, `$1${gap}`)

/** Starts of blocks, which untrusted text at the start of a line could contain. */
const blockStart = /^(?=#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s|```|~~~|\/\w|\|)/

/** Escapes untrusted text: a single line of limited length; only closed code stays code. */
export function plain(text: string, most = longest.inline): string {
  // perf: don't scan megabytes for their beginning
  const line = shortened(
    text
      .slice(0, 8 * most)
      .replace(/[\s\u2028\u2029]+/g, ' ')
      .trim(),
    most,
  )
  return withoutMentions(line)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : withEmoji(part.replaceAll('`', "'"))))
    .join('')
    .replace(/\*(?=\*)|~(?=~)|\$(?=\$)|\](?=\()|<(?=time:)|!(?=\[)/g, `$&${gap}`)
    .replace(blockStart, gap)
}

const textOf = (piece: Piece): string =>
  piece instanceof Markdown ? piece.text : piece === undefined ? '' : plain(String(piece))

/** Tagged template for Markdown; values are escaped unless they are {@link Markdown}. */
export const md = (template: TemplateStringsArray, ...pieces: Piece[]): Markdown =>
  new Markdown(template.reduce((text, part, index) => text + textOf(pieces[index - 1]) + part))

/** A safe URL with markup characters encoded; undefined for others. */
function address(url: string): string | undefined {
  if (url.length > longest.address || !/^https?:\/\/[^\s/]/i.test(url) || !URL.canParse(url)) return undefined
  const whole = new URL(url)
  if (whole.username !== '' || whole.password !== '') return undefined
  return whole.href.replace(/[()[\]<>*`$~|\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A link; only the label if the URL isn't safe, and nothing without a label. */
export const anyLink = (label: Piece, url: string): Markdown => linkTo(label, address(url))

/** A link to a page; only the label if it's an address of an API. */
export function link(label: Piece, url: string): Markdown {
  const target = address(url)
  return linkTo(label, target !== undefined && isApiAddress(new URL(target)) ? undefined : target)
}

function linkTo(label: Piece, target: string | undefined): Markdown {
  const words = textOf(label)
  if (target === undefined) return new Markdown(words)
  if (words === '') return nothing
  const inside = isBalanced(words) ? words : words.replaceAll('[', '(').replaceAll(']', ')')
  return new Markdown(`[${inside}](${target})`)
}

export const bold = (words: Piece): Markdown => {
  const inside = words instanceof Markdown ? words.text : textOf(words).replaceAll('*', '')
  return inside.trim() === '' ? nothing : new Markdown(`**${inside}**`)
}

export function mono(words: string, most = 100): Markdown {
  const inside = withoutMentions(
    shortened(
      words
        .slice(0, 8 * most)
        .replace(/[\s`]+/g, ' ')
        .trim(),
      most,
    ),
  )
  return inside === '' ? nothing : new Markdown(`\`${inside}\``)
}

function fenced(kind: string, text: string): Markdown {
  let marker = '```'
  for (const [run] of text.matchAll(/`{3,}|~{3,}/g))
    if (run.length >= marker.length) marker = '`'.repeat(run.length + 1)
  return new Markdown(`${marker}${kind}\n${text}\n${marker}`)
}

const tidy = (text: string, most: number) =>
  shortened(
    text
      .slice(0, 8 * most)
      .replace(/\r\n?/g, '\n')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    most,
  )

const codeInQuote = /(```[\s\S]*?```|`[^`\n]+`)/

/** A quote of untrusted Markdown; nothing if it's empty. */
export function quote(text: string, most = longest.quote): Markdown {
  const inside = tidy(text, most)
    .split(codeInQuote)
    .map((part, index) => (index % 2 === 1 ? part : withEmoji(part)))
    .join('')
  return inside === '' ? nothing : fenced('quote', withoutMentions(inside))
}

export const written = (text: string, most = 9_000): Markdown => new Markdown(withoutMentions(tidy(text, most)))

/** Code of any length. */
export const fencedCode = (text: string): Markdown => fenced('', text)

export function code(text: string, most = longest.code): Markdown {
  const inside = tidy(text, most)
  return inside === '' ? nothing : fenced('', inside)
}

/** Skips empty lines. */
export const lines = (...parts: readonly (Markdown | undefined)[]): Markdown =>
  new Markdown(
    parts
      .map((part) => part?.text ?? '')
      .filter((text) => text.trim() !== '')
      .join('\n'),
  )

/** A bulleted list of at most `most` items, and the number of further ones. */
export function points<T>(list: readonly T[], show: (one: T) => Markdown, most = 10): Markdown {
  const shown = list.slice(0, most).map((one) => new Markdown(`* ${show(one).text}`))
  const rest = list.length - shown.length
  return lines(...shown, rest > 0 ? new Markdown(`* and ${rest} more`) : undefined)
}

export const blocks = (...parts: readonly (Markdown | undefined)[]): Markdown =>
  joined(
    parts.filter((part) => part !== undefined),
    '\n\n',
  )

export const around = (before: string, words: Piece, after = ''): Markdown => {
  const inside = textOf(words)
  return inside === '' ? nothing : new Markdown(`${before}${inside}${after}`)
}

/** `**Name**: value` for each non-empty value. */
export const facts = (named: Readonly<Record<string, Piece>>): Markdown =>
  lines(
    ...Object.entries(named)
      .filter(([, value]) => textOf(value) !== '')
      .map(([name, value]) => md`**${name}**: ${value}`),
  )

export const isEmpty = ({ text }: Markdown): boolean => text.trim() === ''
export const joined = (parts: readonly Markdown[], between: string): Markdown =>
  new Markdown(
    parts
      .filter((part) => !isEmpty(part))
      .map(({ text }) => text)
      .join(between),
  )
