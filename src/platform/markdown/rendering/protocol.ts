import type { MarkdownContext, Rendered } from '../context.ts'

/** A context's lookups, which stay in the server's thread. */
export type Lookup = {
  [Name in keyof MarkdownContext]-?: NonNullable<MarkdownContext[Name]> extends (...args: never[]) => unknown
    ? Name
    : never
}[keyof MarkdownContext]

export type Question = readonly [lookup: Lookup, ...args: unknown[]]

export const keyOf = (question: Question): string => JSON.stringify(question)

/** A context's values, the names of its lookups, and its linkifiers as rows in JSON. */
export interface Described {
  readonly values: Omit<MarkdownContext, Lookup | 'linkifiers'>
  readonly offered: readonly Lookup[]
  readonly linkifiers?: string | undefined
}

export interface RenderRequest {
  readonly text: string
  /** The index of its context in the pack. */
  readonly context: number
  /** Null for lookups that found nothing. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined
}

/** A request to a render thread: texts with the known data of their organizations. */
export interface Pack {
  readonly contexts: readonly Described[]
  readonly texts: readonly RenderRequest[]
  /** Whether to render with missing answers as not found. */
  readonly last: boolean
}

export type Reply = { readonly rendered: Rendered } | { readonly questions: readonly Question[] }

/** As JSON. perf: many small objects take several times as long otherwise, on both sides. */
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
