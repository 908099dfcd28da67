import MarkdownIt, { type StateBlock, type StateCore, type Token } from 'markdown-it'
import { angledRule, imageRule, linkRule, urlRule } from './anchors.ts'
import { channelRule } from './channels.ts'
import { codeHtml } from './code.ts'
import { emojiRule } from './emoji.ts'
import { fenceRule } from './fences.ts'
import { mathRule, renderBlockMath } from './math.ts'
import { mentionRule } from './mentions.ts'
import { HTML } from './rules.ts'
import { escapeHtml, LIMITS, type Run, runOf } from './run.ts'
import { spoilerHtml } from './spoiler.ts'
import { decorate } from './text.ts'
import { timeRule } from './time.ts'

/** One parser for all messages: what differs from message to message travels in `env`. */
export const engine = new MarkdownIt('default', { html: false, breaks: true, linkify: false, typographer: false })

// Not in this flavour: escapes by backslash, entities, titles underlined with `===`, reference links.
engine.block.ruler.disable(['html_block', 'lheading', 'reference'])
engine.inline.ruler.disable(['linkify', 'escape', 'autolink', 'html_inline', 'entity'])
engine.core.ruler.disable(['linkify', 'replacements', 'smartquotes', 'text_join'])

/**
 * Only blanks keep a marker from opening or closing, not punctuation: `**done!**Next` and the same without blanks in
 * Chinese or Japanese are strong.
 */
engine.inline.State = class extends engine.inline.State {
  override scanDelims(start: number, canSplitWord: boolean) {
    const { length } = super.scanDelims(start, canSplitWord)
    const before = start > 0 ? this.src[start - 1]! : ' '
    const after = start + length < this.posMax ? this.src[start + length]! : ' '
    return { length, can_open: !/\s/.test(after), can_close: !/\s/.test(before) }
  }
}

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

const blockRules = engine.block.ruler as unknown as { __rules__: { name: string; fn: BlockRule }[] }
const originalRule = (name: string) => blockRules.__rules__.find((rule) => rule.name === name)!.fn

const quoteRule = originalRule('blockquote')
const listRule = originalRule('list')
const tableRule = originalRule('table')
const alt = ['paragraph', 'reference', 'blockquote', 'list']

// Beyond the limit a marker is text: markdown-it itself would drop the content.
engine.block.ruler.at(
  'blockquote',
  (state, start, end, silent) => state.level < LIMITS.depth && quoteRule(state, start, end, silent),
  { alt },
)
engine.block.ruler.at(
  'list',
  (state, start, end, silent) =>
    state.level < LIMITS.depth && !parenthesised(state, start) && listRule(state, start, end, silent),
  { alt: alt.slice(0, 3) },
)
// markdown-it fills short rows up to 65,536 cells; no honest table has more cells than half its characters.
engine.block.ruler.at(
  'table',
  (state, start, end, silent) => {
    const columns = state.src.slice(state.bMarks[start]!, state.eMarks[start]!).split('|').length
    if (
      columns < 2 &&
      start + 1 < end &&
      !state.src.slice(state.bMarks[start + 1]!, state.eMarks[start + 1]!).includes('|')
    ) {
      return false
    }
    const rows = 2 + Math.ceil(Math.max(4000, state.src.length / 2) / columns)
    return tableRule(state, start, Math.min(end, start + rows), silent)
  },
  { alt: ['paragraph', 'reference'] },
)
engine.block.ruler.at('fence', fenceRule, { alt })

/** `1)` is no list in this flavour. */
function parenthesised(state: StateBlock, line: number): boolean {
  let pos = state.bMarks[line]! + state.tShift[line]!
  while (state.src.charCodeAt(pos) >= 0x30 && state.src.charCodeAt(pos) <= 0x39) pos++
  return state.src[pos] === ')'
}

const inlineRules = engine.inline.ruler as unknown as {
  __rules__: { name: string; fn: Parameters<typeof engine.inline.ruler.push>[1] }[]
}
const emphasisRule = inlineRules.__rules__.find((rule) => rule.name === 'emphasis')!.fn
// Only asterisks: `__init__` and `_id` are code more often than emphasis.
engine.inline.ruler.at('emphasis', (state, silent) => state.src[state.pos] === '*' && emphasisRule(state, silent))
engine.inline.ruler.at('link', linkRule)
engine.inline.ruler.at('image', imageRule)
for (const [name, rule] of [
  ['math', mathRule],
  ['mention', mentionRule],
  ['channel', channelRule],
  ['time', timeRule],
  ['angled', angledRule],
  ['url', urlRule],
  ['emoji', emojiRule],
] as const) {
  engine.inline.ruler.before('strikethrough', name, rule)
}

engine.core.ruler.at('inline', (state: StateCore) => {
  const run = runOf(state)
  const out: Token[] = []
  // Levels at which previews may stand: the top, and inside each open spoiler.
  const levels = [0]
  for (const token of state.tokens) {
    out.push(token)
    if (token.type === 'blockquote_open') run.quoteDepth++
    else if (token.type === 'blockquote_close') run.quoteDepth--
    else if (token.type === 'spoiler_open') levels.push(token.level + 1)
    else if (token.type === 'spoiler_close') levels.pop()
    else if (token.type === 'inline') {
      const children = token.children ?? []
      state.md.inline.parse(token.content, state.md, state.env, children)
      decorate(children, run)
      token.children = children
    }
    if (run.previews.length > 0 && token.nesting !== 1 && token.type !== 'inline' && token.level <= levels.at(-1)!) {
      flushPreviews(state, out, run)
    }
  }
  state.tokens = out
})

function flushPreviews(state: StateCore, out: Token[], run: Run): void {
  const inline = out.at(-2)
  if (inline?.type === 'inline' && out.at(-1)?.type === 'paragraph_close' && isPictureAlone(inline)) out.length -= 3
  const token = new state.Token(HTML, '', 0)
  token.content = run.previews.join('')
  run.previews = []
  out.push(token)
}

const isPictureAlone = (inline: Token) =>
  inline.children?.length === 1 && (inline.children[0]!.meta as { picture?: boolean } | null)?.picture === true

Object.assign(engine.renderer.rules, spoilerHtml)
const { rules } = engine.renderer
rules[HTML] = (tokens, i) => tokens[i]!.content
rules.text = (tokens, i) => escapeHtml(tokens[i]!.content)
rules.code_inline = (tokens, i) => `<code>${escapeHtml(tokens[i]!.content)}</code>`
rules.hardbreak = () => '<br>\n'
rules.softbreak = () => '<br>\n'
rules.s_open = () => '<del>'
rules.s_close = () => '</del>'
/** Text of a tight list item ends without a line break; what follows it starts on its own line. */
const onOwnLine = (tokens: Token[], i: number, html: string) =>
  i > 0 && tokens[i - 1]!.hidden && tokens[i - 1]!.nesting === -1 ? `\n${html}` : html
rules.fence = (tokens, i, _options, env) =>
  onOwnLine(tokens, i, codeHtml(tokens[i]!.content, tokens[i]!.info, runOf({ env })))
rules.code_block = (tokens, i, _options, env) =>
  onOwnLine(tokens, i, codeHtml(tokens[i]!.content, 'text', runOf({ env }), true))
rules.math_block = (tokens, i, _options, env) =>
  onOwnLine(tokens, i, renderBlockMath(tokens[i]!.content, runOf({ env })))
// Clients compare the alignment as a string, with its blank and semicolon.
rules.th_open = rules.td_open = (tokens, i) => {
  const align = /text-align:(left|center|right)/.exec(String(tokens[i]!.attrGet('style')))?.[1]
  return align === undefined ? `<${tokens[i]!.tag}>` : `<${tokens[i]!.tag} style="text-align: ${align};">`
}
