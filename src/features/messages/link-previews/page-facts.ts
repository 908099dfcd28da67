import { Parser } from 'htmlparser2'

/** Texts as written in the page, URLs absolute. */
export interface PageFacts {
  title?: string
  description?: string
  image?: string
  oembed?: string
}

/** In order of preference. */
const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']
const maxTitle = 200
const maxDescription = 500
/** The parser's time grows with the square of the nesting depth: stop at this depth. */
const maxDepth = 200
const piece = 10_000

/** Reads OpenGraph and similar metadata; nothing else of a page is ever used. */
export function readPage(html: string, url: string): PageFacts {
  const said = new Map<string, string>()
  const note = (name: string, text: string | undefined) => {
    if (text !== undefined && !said.has(name)) said.set(name, text)
  }
  let depth = 0
  let inTitle = false
  let title = ''
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth++
      if (tag === 'title') inTitle = !said.has('title')
      else if (tag === 'meta') note((attributes.property ?? attributes.name ?? '').toLowerCase(), attributes.content)
      else if (tag === 'link' && /^application\/json\+oembed$/i.test(attributes.type ?? ''))
        note('oembed', attributes.href)
    },
    ontext(text) {
      if (inTitle && title.length < 1000) title += text
    },
    onclosetag(tag) {
      depth--
      if (tag !== 'title' || !inTitle) return
      inTitle = false
      note('title', title)
    },
  })
  for (let at = 0; at < html.length && depth <= maxDepth; at += piece) parser.write(html.slice(at, at + piece))
  if (depth <= maxDepth) parser.end()
  const first = (names: readonly string[]) => names.map((name) => said.get(name)?.trim()).find(Boolean)
  return {
    ...present('title', shortened(first(TITLES), maxTitle)),
    ...present('description', shortened(first(DESCRIPTIONS), maxDescription)),
    ...present('image', absolute(first(IMAGES), url)),
    ...present('oembed', absolute(said.get('oembed'), url)),
  }
}

const present = <K extends string>(name: K, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in K]?: string }

/** On one line, without invisible characters and those that change the text direction. */
export function shortened(text: string | undefined, most: number): string | undefined {
  const plain = text
    ?.replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
  if (!plain) return undefined
  const points = [...plain]
  return points.length <= most ? plain : `${points.slice(0, most - 1).join('')}…`
}

/** An http or https URL without a user name; otherwise undefined. */
export function absolute(text: string | undefined, base: string): string | undefined {
  if (text === undefined || text.length > 2000 || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined
}

/** Decodes a page with the encoding that it, or its server, names. */
export function textOf(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, 2048)).toString('latin1')
  const named = /charset\s*=\s*["']?([\w:.-]{1,40})/i
  const label = named.exec(contentType)?.[1] ?? named.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
