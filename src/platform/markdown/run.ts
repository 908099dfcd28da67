import type { MarkdownContext, Rendered } from './context.ts'

/** What one rendering may spend on the expensive parts; beyond it they fall back to plain text. */
export const LIMITS = {
  /** UTF-16 units; longer texts are shown as they were typed. A message has 10,000 code points at most. */
  text: 250_000,
  /** Block containers inside each other; deeper markers stay text. */
  depth: 24,
  codeChars: 10_000,
  codeCharsTotal: 30_000,
  texChars: 2_000,
  texCharsTotal: 12_000,
  /** A short formula can unfold into a large page: a message of 10,000 characters made 1.9 MB. */
  texHtmlTotal: 400_000,
  /** Characters times linkifiers. */
  linkifierWork: 2_000_000,
  /** Of a compiled pattern; larger ones are refused. One search of a text takes time in proportion to them. */
  linkifierSteps: 500,
  /** For all linkifiers together. */
  linkifierMs: 200,
  previews: 24,
  /** Characters read in search of the ends of link destinations. */
  targetChars: 1_000_000,
}

/** State of one rendering, carried through markdown-it as its `env`. */
export interface Run {
  context: MarkdownContext
  result: Rendered
  /** Mentions inside quotes are silent and pictures there show no preview. */
  quoteDepth: number
  /** Previews that wait for the end of the block that links to them. */
  previews: string[]
  previewCount: number
  /** Addresses that have their preview: another link to the same one gets none. */
  previewed: Set<string>
  codeLeft: number
  texLeft: number
  texHtmlLeft: number
  linkifierLeft: number
  linkifierTime: { msLeft: number }
  targetLeft: number
}

/** `brief`: nothing is spent on formulas and code. */
export function startRun(context: MarkdownContext, rendererVersion: number, brief = false): Run {
  return {
    context,
    result: {
      html: '',
      rendererVersion,
      mentionedUserIds: new Set(),
      mentionedGroupIds: new Set(),
      channelWildcard: false,
      topicWildcard: false,
      isMeMessage: false,
      hasLink: false,
      hasImage: false,
      attachmentPaths: [],
      previewUrls: [],
    },
    quoteDepth: 0,
    previews: [],
    previewCount: 0,
    previewed: new Set(),
    codeLeft: brief ? -1 : LIMITS.codeCharsTotal,
    texLeft: brief ? -1 : LIMITS.texCharsTotal,
    texHtmlLeft: LIMITS.texHtmlTotal,
    linkifierLeft: LIMITS.linkifierWork,
    linkifierTime: { msLeft: LIMITS.linkifierMs },
    targetLeft: LIMITS.targetChars,
  }
}

export const runOf = (state: { env?: unknown }): Run => (state.env as { run: Run }).run

const UNSAFE = /[&<>"]/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  UNSAFE.test(text) ? text.replace(/[&<>"]/g, (c) => entities[c]!) : text

/** Text between tags: quotation marks mean nothing there. */
export const escapeText = (text: string): string =>
  UNSAFE.test(text) ? text.replace(/[&<>]/g, (c) => entities[c]!) : text

/** Halves of surrogate pairs cannot be encoded: they become the replacement character. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** Letters, digits and underscore of any script. */
export const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char)

/** The character before a position, surrogate pairs included; undefined at the start. */
export function charBefore(text: string, pos: number): string | undefined {
  if (pos <= 0) return undefined
  const unit = text.charCodeAt(pos - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && pos > 1 ? text.slice(pos - 2, pos) : text[pos - 1]
}

/** Longer results are not worth their place. */
const MEMO_ENTRY = 40_000

/**
 * Least-recently-used memory for work whose outcome depends on its key alone. Bounded by characters, not entries:
 * somebody who sends large formulas must not fill it with hundreds of megabytes.
 */
export class Memo {
  readonly #kept = new Map<string, string>()
  readonly #limit: number
  #held = 0
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string, make: () => string): string {
    const kept = this.#kept.get(key)
    if (kept !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept
    }
    const made = make()
    if (made.length > MEMO_ENTRY) return made
    this.#kept.set(key, made)
    this.#held += key.length + made.length
    for (const [oldest, value] of this.#kept) {
      if (this.#held <= this.#limit) break
      this.#kept.delete(oldest)
      this.#held -= oldest.length + value.length
    }
    return made
  }
}

/** Which parts of a text are spoken for: each claim costs its own length, however many there were before. */
export class Claims {
  readonly #taken: Uint8Array
  constructor(length: number) {
    this.#taken = new Uint8Array(length)
  }

  /** Claims a part unless some of it is taken. */
  claim({ start, end }: { start: number; end: number }): boolean {
    for (let i = start; i < end; i++) if (this.#taken[i] === 1) return false
    this.#taken.fill(1, start, end)
    return true
  }
}
