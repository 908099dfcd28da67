import { fencedCode, link, Markdown } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { table } from '../table.ts'

const deepest = 12
const maxNodes = 2_000
const maxCharacters = 20_000

const signs = table({ strong: '**', em: '*', strike: '~~', code: '`' })

/** Converts an Atlassian document (ADF) to Markdown; very deep and further nodes are left out, and further text. */
export function fromDocument(document: Part): string {
  let nodes = 0
  let room = maxCharacters
  // perf: quotes and lists repeat the text at each of their levels
  const limited = (text: string) => {
    const kept = text.slice(0, room)
    room -= kept.length
    return kept
  }
  const inside = (node: Part, depth: number, between: string): string =>
    node
      .list('content')
      .map((one) => convert(one, depth + 1))
      .filter((text) => text !== '')
      .join(between)

  const items = (node: Part, depth: number, sign: (at: number) => string): string =>
    node
      .list('content')
      .map((one, at) => `${sign(at)} ${inside(one, depth + 1, '\n').replaceAll('\n', '\n    ')}`)
      .join('\n')

  const rows = (node: Part, depth: number): string =>
    node
      .list('content')
      .map((row, at) => {
        const cells = row.list('content').slice(0, 30)
        const shown = cells.map((cell) =>
          inside(cell, depth + 2, ' ')
            .replace(/\s+/g, ' ')
            .replaceAll('|', '/'),
        )
        const line = `| ${shown.join(' | ')} |`
        return at === 0 ? `${line}\n${'|---'.repeat(cells.length)}|` : line
      })
      .join('\n')

  function convert(node: Part, depth: number): string {
    if (depth > deepest || ++nodes > maxNodes) return ''
    const attribute = (...names: readonly string[]) => limited(node.text(...names.map((name) => `attrs.${name}`)))
    switch (node.text('type')) {
      case 'text':
        return marked(node, limited)
      case 'hardBreak':
        return '\n'
      case 'mention':
        return attribute('text') || '@someone'
      case 'emoji':
        return attribute('text', 'shortName')
      case 'status':
        return attribute('text')
      case 'inlineCard':
      case 'blockCard':
      case 'embedCard':
        return attribute('url')
      case 'date': {
        const date = new Date(Number(attribute('timestamp')))
        return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
      }
      case 'paragraph':
      case 'caption':
      case 'taskItem':
      case 'decisionItem':
        return inside(node, depth, '')
      case 'heading':
        return `**${inside(node, depth, '').replaceAll('**', '').trim()}**`
      case 'codeBlock':
        return fencedCode(
          node
            .list('content')
            .map((one) => limited(one.text('text')))
            .join(''),
        ).text
      case 'rule':
        return '---'
      case 'blockquote':
      case 'panel':
        return inside(node, depth, '\n').replace(/^/gm, '> ')
      case 'bulletList':
      case 'taskList':
      case 'decisionList':
        return items(node, depth, () => '*')
      case 'orderedList':
        return items(node, depth, (at) => `${at + 1}.`)
      case 'table':
        return rows(node, depth)
      default:
        return inside(node, depth, '\n')
    }
  }
  return inside(document, 0, '\n\n').trim()
}

/** Spaces at the ends must stay outside of the marks. */
function marked(node: Part, limited: (text: string) => string): string {
  // `Part.text` would trim it
  const { value } = node.at('text')
  const text = limited(typeof value === 'string' ? value : '')
  const inside = text.trim()
  if (inside === '') return text
  let result = inside
  for (const mark of node.list('marks').slice(0, 6)) {
    const sign = signs[mark.text('type')]
    if (sign !== undefined) result = `${sign}${result}${sign}`
    else if (mark.text('type') === 'link' && inside !== mark.text('attrs.href'))
      result = link(new Markdown(result), mark.text('attrs.href')).text
  }
  return text.replace(inside, () => result)
}
