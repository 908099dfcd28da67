import type { StateCore, Token } from 'markdown-it'
import type { Block } from './block.ts'
import { HTML } from './rules.ts'

type TableWriter = (text: string, tokens: Token[], level: number) => void

export function tokensOf(root: Block, state: StateCore, table: TableWriter): Token[] {
  const writer = new Writer(state, table)
  writer.all(root.children)
  return writer.tokens
}

class Writer {
  readonly tokens: Token[] = []
  readonly #state: StateCore
  readonly #table: TableWriter
  #level = 0

  constructor(state: StateCore, table: TableWriter) {
    this.#state = state
    this.#table = table
  }

  all(blocks: readonly Block[]): void {
    for (const block of blocks) {
      this.#block(block)
      if (block.tail !== '') this.#inline(block.tail.slice(1))
    }
  }

  #block(block: Block): void {
    const { kind, text, children, number, fence } = block
    switch (kind) {
      case 'paragraph':
        this.#paragraph(text)
        return
      case 'heading':
        this.#push('heading_open', `h${number}`, 1)
        this.#inline(text)
        this.#push('heading_close', `h${number}`, -1)
        return
      case 'rule':
        this.#push('hr', 'hr', 0)
        return
      case 'code':
        this.#push('code_block', 'code', 0).content = text
        return
      case 'fenced': {
        const token = this.#push(fence?.language === 'math' ? 'math_block' : 'fence', 'code', 0)
        token.info = fence?.language ?? ''
        token.content = text === '' || token.type === 'math_block' ? text : `${text}\n`
        return
      }
      case 'table':
        this.#table(text, this.tokens, this.#level)
        return
      case 'quote':
        this.#around('blockquote_open', 'blockquote', 'blockquote_close', children)
        return
      case 'spoiler':
        this.#push('spoiler_open', 'div', 1)
        if (fence?.header) this.#paragraph(fence.header)
        this.#push('spoiler_content', '', 0)
        this.all(children)
        this.#push('spoiler_close', 'div', -1)
        return
      case 'ul':
        this.#html('<ul>\n', '</ul>\n', block)
        return
      case 'ol':
        this.#html(number === 1 ? '<ol>\n' : `<ol start="${number}">\n`, '</ol>\n', block)
        return
      case 'item':
        this.#html(text === '' && children.length > 0 ? '<li>\n' : '<li>', '</li>\n', block)
        return
      case 'root':
        this.all(children)
        return
    }
  }

  #paragraph(text: string): void {
    this.#push('paragraph_open', 'p', 1)
    this.#inline(text)
    this.#push('paragraph_close', 'p', -1)
  }

  #around(open: string, tag: string, close: string, children: readonly Block[]): void {
    this.#push(open, tag, 1)
    this.all(children)
    this.#push(close, tag, -1)
  }

  #html(open: string, close: string, { text, children }: Block): void {
    this.#push(HTML, '', 1).content = open
    if (text !== '') this.#inline(text)
    this.all(children)
    this.#push(HTML, '', -1).content = close
  }

  #inline(text: string): void {
    const token = this.#push('inline', '', 0)
    token.content = text
    token.children = []
  }

  #push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = new this.#state.Token(type, tag, nesting)
    token.block = true
    if (nesting < 0) this.#level--
    token.level = this.#level
    if (nesting > 0) this.#level++
    this.tokens.push(token)
    return token
  }
}
