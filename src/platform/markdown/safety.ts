/** A strict validator for tests: accepts only what this renderer may write, without error recovery. */
const SPAN_STYLE = /^[a-z-]+:[#a-z0-9().,% +-]+(?:;[a-z-]+:[#a-z0-9().,% +-]+)*;?$/i
const CLASS = /^[\w-]+(?: [\w-]+)*$/
const ANY = /^[^<>]*$/
const NUMBER = /^\d+$/
const SAFE_URL =
  /^(?:https?:\/\/|ftp:\/\/|mailto:|tel:|sms:|xmpp:|ircs?:|matrix:|geo:|news:|magnet:|webcal:|zoommtg:|https?:|\/(?!\/)|#)[^\s"<>]*$/i

type Attributes = Record<string, RegExp>
const aligned: Attributes = { style: /^text-align: (?:left|center|right);$/ }
/** Allowed tags and attributes, outside formulas. */
export const TAGS: Readonly<Record<string, Attributes>> = {
  a: {
    href: SAFE_URL,
    class: /^(?:stream|stream-topic|message-link|message_embed_image)$/,
    'data-id': ANY,
    style: /^background-image: url\(&quot;[^"'()\\\s<>]*&quot;\)$/,
    'data-stream-id': NUMBER,
    title: ANY,
  },
  audio: { controls: /^$/, preload: /^metadata$/, src: SAFE_URL, title: ANY },
  video: { preload: /^metadata$/, src: SAFE_URL },
  blockquote: {},
  br: {},
  code: {},
  del: {},
  div: {
    class:
      /^(?:message_embed|data-container|message_embed_title|message_embed_description|message_inline_audio|youtube-video message_inline_image|embed-video message_inline_image|codehilite|spoiler-block|spoiler-header|spoiler-content|message_inline_image|message_inline_image message_inline_video)$/,
    'data-code-language': ANY,
    'aria-hidden': /^true$/,
  },
  em: {},
  h1: {},
  h2: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  hr: {},
  img: {
    alt: ANY,
    class: CLASS,
    'data-animated': /^true$/,
    'data-original-content-type': /^[\w/+.-]+$/,
    'data-original-dimensions': /^\d+x\d+$/,
    'data-original-src': SAFE_URL,
    'data-transcoded-image': /^[\w-]+\.\w+$/,
    src: SAFE_URL,
    title: ANY,
  },
  li: {},
  ol: { start: NUMBER },
  p: {},
  pre: {},
  span: {
    class: CLASS,
    'data-user-id': /^(?:\d+|\*)$/,
    'data-user-group-id': NUMBER,
    'aria-label': ANY,
    role: /^img$/,
    title: ANY,
  },
  strong: {},
  table: {},
  tbody: {},
  td: aligned,
  th: aligned,
  thead: {},
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  tr: {},
  ul: {},
}
const MATH_TAGS = new Set(
  (
    'span svg path line math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot ' +
    'mover munder munderover mtable mtr mtd mtable mlabeledtr mstyle mpadded mphantom menclose mglyph'
  ).split(' '),
)
const EMPTY = new Set(['br', 'hr', 'img'])
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"]*")?)*)(\/?)>|[^<>]+/gy
const ENTITY = /&(?!(?:amp|lt|gt|quot|#x27|#39|nbsp);)/

export function assertSafe(html: string): void {
  const open: { tag: string; math: boolean }[] = []
  let end = 0
  TOKEN.lastIndex = 0
  for (let m = TOKEN.exec(html); m; m = TOKEN.exec(html)) {
    const fail = (why: string): never => {
      throw new Error(`${why} at ${m.index}: ${html.slice(Math.max(0, m.index - 40), m.index + 120)}`)
    }
    end = TOKEN.lastIndex
    const [part, closing, tag, attributes = ''] = m
    if (tag === undefined) {
      if (ENTITY.test(part)) fail('unescaped ampersand')
    } else if (closing) {
      if (open.pop()?.tag !== tag) fail(`</${tag}> closes nothing`)
    } else {
      const math = (open.at(-1)?.math ?? false) || /^ class="katex(?:-display)?"/.test(attributes)
      if (math ? !MATH_TAGS.has(tag) : !Object.hasOwn(TAGS, tag)) fail(`tag ${tag}`)
      for (const [, name = '', value = ''] of attributes.matchAll(/ ([a-zA-Z-]+)(?:="([^"]*)")?/g)) {
        if (math ? !safeInMath(name, value) : !TAGS[tag]![name]?.test(value)) fail(`attribute ${name}="${value}"`)
      }
      if (!EMPTY.has(tag) && m[4] !== '/') open.push({ tag, math })
    }
  }
  if (end !== html.length) throw new Error(`stray sign at ${end}: ${html.slice(end, end + 80)}`)
  if (open.length > 0) throw new Error(`left open: ${open.map((o) => o.tag).join(' ')}`)
}

function safeInMath(name: string, value: string): boolean {
  if (name === 'style') return SPAN_STYLE.test(value) && !/url|expression|javascript/i.test(value)
  return !/^on/i.test(name) && !/^(?:href|src|xlink)/i.test(name) && !/javascript|data:/i.test(value)
}
