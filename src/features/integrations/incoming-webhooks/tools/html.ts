import { Parser } from 'htmlparser2'

const longest = 20_000
const blocks = new Set(['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol'])
const silent = new Set(['script', 'style', 'head', 'title'])

export function textOfHtml(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    ontext: (data) => {
      if (hidden === 0) text += data.replace(/\s+/g, ' ')
    },
    onopentag: (name) => {
      if (silent.has(name)) hidden++
      if (name === 'li') text += '\n* '
      else if (blocks.has(name)) text += '\n'
    },
    onclosetag: (name) => {
      if (silent.has(name)) hidden = Math.max(0, hidden - 1)
      if (name === 'p') text += '\n'
    },
  })
  parser.end(html.slice(0, longest))
  return text
    .replace(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
