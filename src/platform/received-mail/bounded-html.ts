import { Parser } from 'htmlparser2'

/** Limits that no real mail reaches; the rest is dropped. */
const maxDepth = 200
const maxElements = 20_000
const piece = 10_000

/** Attributes to keep: the element's kind and the link's URL. */
const kept = new Set(['alt', 'class', 'href', 'id', 'start', 'style', 'type'])
/** Elements whose content isn't displayed. */
const unread = new Set(['style', 'script', 'title', 'noscript', 'template', 'object', 'iframe', 'head'])
const empty = new Set(['br', 'hr', 'img', 'wbr'])

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** HTML with the same text, with all elements closed, and with limits on their number and depth. */
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
