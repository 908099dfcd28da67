const blocks = new Set('P PRE UL OL LI BLOCKQUOTE TABLE TR H1 H2 H3 H4 H5 H6 DIV HR'.split(' '))
const apart = new Set('P PRE UL OL BLOCKQUOTE TABLE H1 H2 H3 H4 H5 H6 HR'.split(' '))

/** Clean content as plain text, with list markers, quote markers, and lines of code. */
export function textOf(root: Node): string {
  return linesOf(root)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const inside = (node: Node): string => [...node.childNodes].map(linesOf).join('')

function linesOf(node: Node): string {
  if (node.nodeType === 3) {
    const text = (node.textContent ?? '').replace(/\s+/g, ' ')
    return node.previousSibling?.nodeName === 'BR' ? text.trimStart() : text
  }
  const { nodeName } = node
  if (nodeName === 'BR') return '\n'
  if (nodeName === 'IMG') return (node as Element).getAttribute('alt') ?? ''
  if (nodeName === 'PRE') return `\n\n${(node.textContent ?? '').replace(/\n$/, '')}\n\n`
  if (nodeName === 'UL' || nodeName === 'OL') return list(node as Element)
  const text = inside(node)
  if (nodeName === 'TH' || nodeName === 'TD') return `${text.trim()}\t`
  if (nodeName === 'TR') return `${text.replace(/\t$/, '')}\n`
  if (nodeName === 'BLOCKQUOTE')
    return `\n\n${text
      .trim()
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^/gm, '> ')}\n\n`
  if (!blocks.has(nodeName)) return text
  // drop whitespace between blocks
  const gap = apart.has(nodeName) ? '\n\n' : '\n'
  return `${gap}${text.replace(/^ +| +$/gm, '')}${gap}`
}

function list(node: Element): string {
  const start = Number(node.getAttribute('start') ?? 1)
  const isNested = node.parentNode?.nodeName === 'LI'
  const items = [...node.children].map((item, index) => {
    const mark = node.nodeName === 'OL' ? `${start + index}. ` : '- '
    return (
      mark +
      inside(item)
        .trim()
        .replace(/\n{2,}/g, '\n')
        .replace(/\n/g, '\n  ')
    )
  })
  return isNested ? `\n${items.join('\n')}\n` : `\n\n${items.join('\n')}\n\n`
}
