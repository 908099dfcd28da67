import MarkdownIt, { type StateBlock, type StateCore, type Token } from 'markdown-it'
import { imageRule, linkRule, urlRule } from './anchors.ts'
import { tokensOf } from './block-tokens.ts'
import { readBlocks } from './blocks.ts'
import { channelRule } from './channels.ts'
import { codeHtml } from './code.ts'
import { emojiRule } from './emoji.ts'
import { emphasisRule, strikeRule } from './emphasis.ts'
import { mathRule, renderBlockMath } from './math.ts'
import { mentionRule } from './mentions.ts'
import { HTML } from './rules.ts'
import { escapeText, type Run, runOf } from './run.ts'
import { codeRule, newlineRule } from './spans.ts'
import { decorate } from './text.ts'
import { timeRule } from './time.ts'

/** One parser for all messages; per-message state is in `env`. */
export const engine = new MarkdownIt('default', { html: false, breaks: true, linkify: false, typographer: false })

// Blocks are parsed by `blocks.ts`, except table cells. Disables backslash escapes, autolinks, and HTML.
engine.block.ruler.enableOnly(['table', 'paragraph'])
engine.inline.ruler.disable(['linkify', 'escape', 'autolink', 'html_inline'])
engine.core.ruler.disable(['linkify', 'replacements', 'smartquotes', 'text_join'])

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

const blockRules = engine.block.ruler as unknown as { __rules__: { name: string; fn: BlockRule }[] }
const originalRule = (name: string) => blockRules.__rules__.find((rule) => rule.name === name)!.fn

const tableRule = originalRule('table')

// markdown-it fills short rows up to 65,536 cells; a real table has at most half as many cells as characters.
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

engine.core.ruler.at('block', (state: StateCore) => {
  const stateOf = (text: string, tokens: Token[]) => new engine.block.State(text, state.md, state.env, tokens)
  const tableLines = (text: string) => {
    const lines = text.split('\n')
    if (lines.length < 2 || !text.includes('|')) return 0
    return tableRule(stateOf(text, []), 0, lines.length, true) ? lines.length : 0
  }
  state.tokens = tokensOf(readBlocks(state.src, tableLines), state, (text, tokens, level) => {
    const block = stateOf(text, tokens)
    block.level = level
    engine.block.tokenize(block, 0, block.lineMax)
  })
})

engine.inline.ruler.at('newline', newlineRule)
engine.inline.ruler.at('backticks', codeRule)
engine.inline.ruler.at('strikethrough', strikeRule)
engine.inline.ruler.at('emphasis', emphasisRule)
engine.inline.ruler2.enableOnly([])
engine.inline.ruler.at('link', linkRule)
engine.inline.ruler.at('image', imageRule)
for (const [name, rule] of [
  ['math', mathRule],
  ['mention', mentionRule],
  ['channel', channelRule],
  ['time', timeRule],
  ['url', urlRule],
  ['emoji', emojiRule],
] as const) {
  engine.inline.ruler.before('strikethrough', name, rule)
}

engine.core.ruler.at('inline', (state: StateCore) => {
  const run = runOf(state)
  const out: Token[] = []
  // Levels where previews can be inserted: the top, and inside each open spoiler.
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

const spoilerHtml = {
  spoiler_open: () => '<div class="spoiler-block"><div class="spoiler-header">\n',
  spoiler_content: () => '</div><div class="spoiler-content" aria-hidden="true">\n',
  spoiler_close: () => '</div></div>\n',
}

Object.assign(engine.renderer.rules, spoilerHtml)
const { rules } = engine.renderer
rules[HTML] = (tokens, i) => tokens[i]!.content
rules.text = (tokens, i) => escapeText(tokens[i]!.content)
rules.text_special = rules.text
rules.hardbreak = () => '<br>\n'
rules.fence = (tokens, i, _options, env) => codeHtml(tokens[i]!.content, tokens[i]!.info, runOf({ env }))
rules.code_block = (tokens, i, _options, env) => codeHtml(tokens[i]!.content, 'text', runOf({ env }), true)
rules.math_block = (tokens, i, _options, env) => renderBlockMath(tokens[i]!.content, runOf({ env }))
// Clients compare the alignment as a string, including the space and semicolon.
rules.th_open = rules.td_open = (tokens, i) => {
  const align = /text-align:(left|center|right)/.exec(String(tokens[i]!.attrGet('style')))?.[1]
  return align === undefined ? `<${tokens[i]!.tag}>` : `<${tokens[i]!.tag} style="text-align: ${align};">`
}
