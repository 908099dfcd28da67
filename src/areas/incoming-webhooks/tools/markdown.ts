/** Text that is Markdown already: what others wrote in it can neither notify anybody nor end what stands around it. */
export class Markdown {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Markdown | string | number | undefined

export const nothing = new Markdown('')

/** Invisible, and no part of any construct. */
const gap = '\u200b'
const longest = { inline: 200, quote: 1_500, code: 1_500, address: 2_000 }

/** At most so many characters (code points), of which the last is an ellipsis where something is left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const points = [...text.slice(0, 2 * most + 2)]
  return points.length <= most
    ? text
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** People, groups, channels and topics are named by nobody from outside. */
export const withoutMentions = (text: string): string =>
  text.replace(/([@#])(?=_?\*)/g, `$1${gap}`).replace(/([@#]_)(?=\*)/g, `$1${gap}`)

/** Blocks begin at the start of a line only, where a text of others may come to stand. */
const blockStart = /^(?=#{1,6}\s|>|[-*+]\s|\d{1,9}[.)]\s|```|~~~|\/\w|\|)/

/** Words of others as words: one line, bounded; only code that is closed is still code. */
export function plain(text: string, most = longest.inline): string {
  // perf: a text of megabytes is not looked through for its beginning
  const line = shortened(
    text
      .slice(0, 8 * most)
      .replace(/[\s\u2028\u2029]+/g, ' ')
      .trim(),
    most,
  )
  return withoutMentions(line)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('`', "'")))
    .join('')
    .replace(/\*(?=\*)|~(?=~)|\$(?=\$)|\](?=\()|<(?=time:)|!(?=\[)/g, `$&${gap}`)
    .replace(blockStart, gap)
}

const textOf = (piece: Piece): string =>
  piece instanceof Markdown ? piece.text : piece === undefined ? '' : plain(String(piece))

/** What stands in the template is Markdown; what is put in is words of others, unless it is {@link Markdown}. */
export const md = (template: TemplateStringsArray, ...pieces: Piece[]): Markdown =>
  new Markdown(template.reduce((text, part, index) => text + textOf(pieces[index - 1]) + part))

/** An address that a click may lead to, in the form that ends where it ends; nothing for any other. */
function address(url: string): string | undefined {
  if (url.length > longest.address || !/^https?:\/\/[^\s/]/i.test(url) || !URL.canParse(url)) return undefined
  const whole = new URL(url)
  if (whole.username !== '' || whole.password !== '') return undefined
  return whole.href.replace(/[()[\]<>*`$~|\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function isBalanced(label: string): boolean {
  let depth = 0
  for (const sign of label) {
    if (sign === '[') depth++
    else if (sign === ']' && --depth < 0) return false
  }
  return depth === 0
}

/** A link that is called by words of others; where the address is none, the words; without words, nothing. */
export function link(label: Piece, url: string): Markdown {
  const words = textOf(label)
  const target = address(url)
  if (target === undefined) return new Markdown(words)
  if (words === '') return nothing
  const inside = isBalanced(words) ? words : words.replaceAll('[', '(').replaceAll(']', ')')
  return new Markdown(`[${inside}](${target})`)
}

export const bold = (words: Piece): Markdown => {
  const inside = words instanceof Markdown ? words.text : textOf(words).replaceAll('*', '')
  return inside.trim() === '' ? nothing : new Markdown(`**${inside}**`)
}

/** A word of machines, such as a branch or a hash. */
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

/** What somebody wrote, in Markdown or nearly, as a quotation; nothing where it is empty. */
export function quote(text: string, most = longest.quote): Markdown {
  const inside = withoutMentions(tidy(text, most))
  return inside === '' ? nothing : fenced('quote', inside)
}

/** A whole message that somebody has written outside, in Markdown. */
export const written = (text: string, most = 9_000): Markdown => new Markdown(withoutMentions(tidy(text, most)))

/** What a machine wrote, as it stands. */
export function code(text: string, most = longest.code): Markdown {
  const inside = tidy(text, most)
  return inside === '' ? nothing : fenced('', inside)
}

/** One under the other; what is empty leaves no line. */
export const lines = (...parts: readonly (Markdown | undefined)[]): Markdown =>
  new Markdown(
    parts
      .map((part) => part?.text ?? '')
      .filter((text) => text.trim() !== '')
      .join('\n'),
  )

/** Some of a list as its points, and how many more there are. */
export function points<T>(list: readonly T[], show: (one: T) => Markdown, most = 10): Markdown {
  const shown = list.slice(0, most).map((one) => new Markdown(`* ${show(one).text}`))
  const rest = list.length - shown.length
  return lines(...shown, rest > 0 ? new Markdown(`* and ${rest} more`) : undefined)
}

/** Parts with a blank line between them. */
export const blocks = (...parts: readonly (Markdown | undefined)[]): Markdown =>
  joined(
    parts.filter((part) => part !== undefined),
    '\n\n',
  )

/** Words between others, which stand there only with them. */
export const around = (before: string, words: Piece, after = ''): Markdown => {
  const inside = textOf(words)
  return inside === '' ? nothing : new Markdown(`${before}${inside}${after}`)
}

/** `**Name**: value` for each that has a value. */
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
