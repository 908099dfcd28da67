import { withEmoji } from '#platform/emoji'

/** Code is only unescaped. */
const code = /(```[\s\S]*?```|`[^`\n]+`)/

/** Slack's three escapes, and no others. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Slack shows emoji in texts without markup, too. */
export const fromPlainText = (text: string): string => withEmoji(unescaped(text))

/** Converts Slack's mrkdwn to Markdown that looks the same. Linear in the length of the text. */
export function fromMrkdwn(text: string): string {
  const parts = text.split(code)
  return parts.map((part, index) => (index % 2 === 1 ? fromCode(part) : fromText(part))).join('')
}

function fromCode(part: string): string {
  const plain = unescaped(
    part.replace(/<((?:https?|mailto):[^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_all, url, label) => label ?? url),
  )
  // our fences must be on a line of their own
  if (!plain.startsWith('```')) return plain
  const inside = plain.slice(3, -3)
  return `\n\`\`\`${inside.startsWith('\n') ? '' : '\n'}${inside}${inside.endsWith('\n') ? '' : '\n'}\`\`\`\n`
}

/** A run between two marks that touch its words but aren't inside of words. */
export const marked = (mark: string): RegExp =>
  new RegExp(
    `(?<![\\w@${mark}\\\\])\\${mark}(?![\\s${mark}])([^${mark}\\n]{1,2000}?)(?<!\\s)\\${mark}(?![\\w${mark}])`,
    'g',
  )
const [bold, italic, strike] = [marked('*'), marked('_'), marked('~')] as const

function fromText(part: string): string {
  const kept: string[] = []
  const keep = (text: string) => `\u0000${kept.push(text) - 1}\u0000`
  const text = withEmoji(
    part.replaceAll('\u0000', '').replace(/<([^<>\n]{1,4000})>/g, (_all, inside: string) => keep(fromBrackets(inside))),
  )
    .replace(/^([ \t]*)• ?/gm, '$1* ')
    .replace(/^&gt;/gm, '>')
    .replace(italic, (_all, inside) => `${keep('*')}${inside}${keep('*')}`)
    .replace(bold, '**$1**')
    .replace(strike, '~~$1~~')
  return unescaped(text).replace(/\u0000(\d+)\u0000/g, (_all, index) => kept[Number(index)] ?? '')
}

function fromBrackets(inside: string): string {
  const bar = inside.indexOf('|')
  const target = bar < 0 ? inside : inside.slice(0, bar)
  const label = bar < 0 ? undefined : withEmoji(unescaped(inside.slice(bar + 1)).trim())
  if (target.startsWith('@')) return `@${label || target.slice(1)}`
  if (target.startsWith('#')) return `#${label || target.slice(1)}`
  if (target.startsWith('!date^')) return timeOf(target) ?? label ?? ''
  if (target.startsWith('!subteam^')) return label ? `@${label.replace(/^@/, '')}` : '@group'
  // incoming messages can't use wildcard mentions
  if (target.startsWith('!')) return `@${label || target.slice(1).split('^')[0]}`
  return link(unescaped(target), label)
}

function timeOf(target: string): string | undefined {
  const seconds = Number(target.split('^')[1])
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? undefined : `<time:${time.toISOString()}>`
}

/** A link with a safe scheme; otherwise only its label. */
export function link(url: string, label?: string): string {
  if (!/^(https?:\/\/|mailto:)[^\s]+$/i.test(url)) return label || url
  if (!label || label === url) return url.startsWith('mailto:') ? (label ?? url.slice(7)) : url
  const target = url.replaceAll('(', '%28').replaceAll(')', '%29')
  const inside = isBalanced(label) ? label : label.replace(/[[\]]/g, ' ')
  return `[${inside.replaceAll('\n', ' ').trim() || target}](${target})`
}

/** Brackets in pairs can be part of a link's label. */
export const isBalanced = (label: string): boolean => {
  let depth = 0
  for (const sign of label) {
    if (sign === '[') depth++
    else if (sign === ']' && --depth < 0) return false
  }
  return depth === 0
}

/** A label without links, for text that is a link. */
export const withoutLinks = (text: string): string =>
  text.replace(/<[^<>|\n]{1,2000}\|([^<>\n]{0,2000})>/g, '$1').replace(/<(https?:[^<>|\n]{1,2000})>/g, '$1')

/** Silences group and wildcard mentions, which only members can use; mentions of people stay. */
export const withoutWildcards = (text: string): string =>
  text
    .replace(/@(\*\*(?:all|everyone|channel|stream|topic)\*\*)/g, '@_$1')
    .replace(/@(\*(?!\*)[^*\n]{1,230}\*)/g, '@_$1')
