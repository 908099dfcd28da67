import { Parser } from 'htmlparser2'

/** Deeper than any letter, and more than any. Behind it the rest is left out: what is made to be read for ever is no letter. */
const maxDepth = 200
const maxElements = 20_000
const piece = 10_000

/** Attributes that say what an element is or where it leads. */
const kept = new Set(['alt', 'class', 'href', 'id', 'start', 'style', 'type'])
/** Nobody reads what is inside of these. */
const unread = new Set(['style', 'script', 'title', 'noscript', 'template', 'object', 'iframe', 'head'])
const empty = new Set(['br', 'hr', 'img', 'wbr'])

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** HTML with the same text, in which every element is closed, and neither many nor deep. */
export function boundedHtml(html: string): string {
  let out = ''
  let elements = 0
  let silent = 0
  let isOver = false
  const open: string[] = []
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (isOver) return
      if (unread.has(tag)) silent++
      if (open.length >= maxDepth || ++elements > maxElements) {
        isOver = true
        return
      }
      if (!empty.has(tag)) open.push(tag)
      if (silent > 0 || !/^[a-z][a-z0-9]*$/.test(tag)) return
      const pairs = Object.entries(attributes).filter(([name]) => kept.has(name))
      out += `<${tag}${pairs.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>`
    },
    ontext(text) {
      if (!isOver && silent === 0) out += escaped(text)
    },
    onclosetag(tag) {
      if (isOver || empty.has(tag)) return
      open.pop()
      if (unread.has(tag)) silent--
      else if (silent === 0 && /^[a-z][a-z0-9]*$/.test(tag)) out += `</${tag}>`
    },
  })
  for (let at = 0; at < html.length && !isOver; at += piece) parser.write(html.slice(at, at + piece))
  if (!isOver) parser.end()
  else
    out += open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  return out
}
