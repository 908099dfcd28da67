import { z } from '#contract'
import { emojiCalled } from '#platform/emoji'
import { link, unescaped } from './slack-markdown.ts'

const Style = z.looseObject({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
})
const Leaf = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  user_id: z.string().optional(),
  range: z.string().optional(),
  style: Style.optional().catch(undefined),
})
const Part = z.looseObject({
  type: z.string(),
  style: z.unknown().optional(),
  indent: z.number().int().min(0).max(8).optional().catch(undefined),
  elements: z.array(z.unknown()).max(1_000).optional(),
})

/** Slack's rich text, from its own composer: sections, lists, quotes, and code. */
export const richText = (parts: readonly unknown[]): string =>
  parts
    .map((one) => Part.safeParse(one).data)
    .map((part) => (part ? partText(part) : ''))
    .filter((text) => text.trim() !== '')
    .join('\n\n')

function partText({ type, style, indent = 0, elements = [] }: z.infer<typeof Part>): string {
  if (type === 'rich_text_list') {
    const items = elements.flatMap((one) => Part.safeParse(one).data ?? [])
    const start = ' '.repeat(indent * 4)
    return items
      .map((item, index) => `${start}${style === 'ordered' ? `${index + 1}.` : '*'} ${leaves(item.elements ?? [])}`)
      .join('\n')
  }
  if (type === 'rich_text_preformatted') return `\`\`\`\n${leaves(elements, true)}\n\`\`\``
  const text = leaves(elements)
  return type === 'rich_text_quote' ? text.replace(/^/gm, '> ') : text
}

const leaves = (elements: readonly unknown[], plain = false): string =>
  elements
    .flatMap((one) => Leaf.safeParse(one).data ?? [])
    .map((leaf) => leafText(leaf, plain))
    .join('')

function leafText(
  { type, text = '', url, name = '', user_id, range, style }: z.infer<typeof Leaf>,
  plain: boolean,
): string {
  if (type === 'link' && url) return plain ? url : link(url, text || undefined)
  if (type === 'emoji') return emojiCalled(name) ?? `:${name}:`
  if (type === 'user') return `@${user_id}`
  if (type === 'broadcast') return `@${range}`
  if (plain || !style) return unescaped(text)
  return styled(unescaped(text), style)
}

/** Spaces at the ends must stay outside of the marks. */
function styled(text: string, { bold, italic, strike, code }: z.infer<typeof Style>): string {
  const inside = text.trim()
  if (inside === '') return text
  const at = text.indexOf(inside)
  let marked = code ? `\`${inside}\`` : inside
  if (strike) marked = `~~${marked}~~`
  if (italic) marked = `*${marked}*`
  if (bold) marked = `**${marked}**`
  return text.slice(0, at) + marked + text.slice(at + inside.length)
}
