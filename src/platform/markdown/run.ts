import type { MarkdownContext, Rendered } from './context.ts'

/** Limits of one rendering; beyond them, it falls back to plain text. */
export const LIMITS = {
  /** UTF-16 units; longer texts are shown as typed. A message has at most 10,000 code points. */
  text: 250_000,
  /** Nested block containers; deeper markers stay text. */
  depth: 24,
  codeChars: 10_000,
  codeCharsTotal: 30_000,
  texChars: 2_000,
  texCharsTotal: 12_000,
  /** A short formula can render to a lot of HTML: a message of 10,000 characters made 1.9 MB. */
  texHtmlTotal: 400_000,
  /** Characters times linkifiers. */
  linkifierWork: 2_000_000,
  /** Size of a compiled pattern; larger ones are rejected. A search's time is proportional to it. */
  linkifierSteps: 500,
  /** Total for all linkifiers. */
  linkifierMs: 200,
  previews: 24,
  /** Characters scanned for the ends of link destinations. */
  targetChars: 1_000_000,
}

export interface Run {
  context: MarkdownContext
  result: Rendered
  /** In quotes, mentions are silent and pictures have no preview. */
  quoteDepth: number
  previews: string[]
  previewCount: number
  previewed: Set<string>
  outsideLinks: Set<string>
  codeLeft: number
  texLeft: number
  texHtmlLeft: number
  linkifierLeft: number
  linkifierTime: { msLeft: number }
  targetLeft: number
}

/** `brief`: spends nothing on formulas and code. */
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
      outsideLinkCount: 0,
      hasImage: false,
      attachmentPaths: [],
      previewUrls: [],
    },
    quoteDepth: 0,
    previews: [],
    previewCount: 0,
    previewed: new Set(),
    outsideLinks: new Set(),
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

/** Escapes text between tags, where quotes need no escape. */
export const escapeText = (text: string): string =>
  UNSAFE.test(text) ? text.replace(/[&<>]/g, (c) => entities[c]!) : text

/** Replaces unpaired surrogates, which can't be encoded, with the replacement character. */
export const wellFormed = (text: string): string => text.toWellFormed()

/** Letters, digits, and underscore of any script. */
export const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char)

/** The character before a position, including surrogate pairs; undefined at the start. */
export function charBefore(text: string, pos: number): string | undefined {
  if (pos <= 0) return undefined
  const unit = text.charCodeAt(pos - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && pos > 1 ? text.slice(pos - 2, pos) : text[pos - 1]
}

/** Longer results aren't cached. */
const MEMO_ENTRY = 40_000

/** An LRU cache, bounded by characters, so that large formulas can't fill it with hundreds of megabytes. */
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

/** Tracks the claimed parts of a text: a claim costs its own length, regardless of earlier ones. */
export class Claims {
  readonly #taken: Uint8Array
  constructor(length: number) {
    this.#taken = new Uint8Array(length)
  }

  claim({ start, end }: { start: number; end: number }): boolean {
    for (let i = start; i < end; i++) if (this.#taken[i] === 1) return false
    this.#taken.fill(1, start, end)
    return true
  }
}
