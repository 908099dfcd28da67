import type { MarkdownContext, Rendered } from '../context.ts'

/** The look-ups of a context, which stay in the thread of the server. */
export type Lookup = {
  [Name in keyof MarkdownContext]-?: NonNullable<MarkdownContext[Name]> extends (...args: never[]) => unknown
    ? Name
    : never
}[keyof MarkdownContext]

/** A look-up that a rendering needs the answer of, with its arguments. */
export type Question = readonly [lookup: Lookup, ...args: unknown[]]

/** By what an answer is found. */
export const keyOf = (question: Question): string => JSON.stringify(question)

/** A context's values; its look-ups by name, its linkifiers as rows in JSON. */
export interface Described {
  readonly values: Omit<MarkdownContext, Lookup | 'linkifiers'>
  readonly offered: readonly Lookup[]
  readonly linkifiers?: string | undefined
}

/** A text, and what was asked of it so far, by {@link keyOf}. */
export interface Asked {
  readonly text: string
  /** The place of its context among those of the pack. */
  readonly context: number
  /** What was looked up and not found is null. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
}

/** What is asked of a render thread: texts with everything that is known of their organization so far. */
export interface Pack {
  readonly contexts: readonly Described[]
  readonly texts: readonly Asked[]
  /** Whether what is not known now is taken for unknown. */
  readonly last: boolean
}

/** A rendering, or what has to be looked up before there can be one. */
export type Reply = { readonly rendered: Rendered } | { readonly questions: readonly Question[] }

/**
 * Packs and replies travel as JSON. perf: many small objects take several times as long otherwise, on both sides.
 */
export const writePack = (pack: Pack): string => JSON.stringify(pack)
export const readPack = (json: string): Pack => JSON.parse(json) as Pack

/** perf: with a function that is asked about every value, this takes several times as long. */
export const writeReplies = (replies: readonly Reply[]): string =>
  JSON.stringify(replies.map((reply) => ('rendered' in reply ? { rendered: withLists(reply.rendered) } : reply)))

const withLists = (rendered: Rendered) => ({
  ...rendered,
  mentionedUserIds: [...rendered.mentionedUserIds],
  mentionedGroupIds: [...rendered.mentionedGroupIds],
})

export function readReplies(json: string): Reply[] {
  const replies = JSON.parse(json) as Reply[]
  for (const reply of replies)
    if ('rendered' in reply) {
      const { rendered } = reply
      rendered.mentionedUserIds = new Set(rendered.mentionedUserIds)
      rendered.mentionedGroupIds = new Set(rendered.mentionedGroupIds)
    }
  return replies
}
