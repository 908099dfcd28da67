import type { MarkdownContext, Rendered } from '../context.ts'

/** The look-ups of a context, which stay in the thread of the server. */
export const lookups = [
  'usersByName',
  'userById',
  'groupByName',
  'channelByName',
  'channelById',
  'latestMessageOfTopic',
  'linkPreview',
  'customEmoji',
  'uploadedFile',
  'externalImageUrl',
  'extraEmojiUrl',
] as const satisfies readonly (keyof MarkdownContext)[]
export type Lookup = (typeof lookups)[number]

/** A look-up that a rendering needs the answer of, with its arguments. */
export type Question = readonly [lookup: Lookup, ...args: unknown[]]

/** By what an answer is found. */
export const keyOf = (question: Question): string => JSON.stringify(question)

/** What is asked of a render thread: a text with everything that is known of its organization so far. */
export interface Job {
  readonly text: string
  /** A context's values; its look-ups by name, its linkifiers as rows in JSON. */
  readonly values: Omit<MarkdownContext, Lookup | 'linkifiers'>
  readonly offered: readonly Lookup[]
  readonly linkifiers: string | undefined
  readonly answers: ReadonlyMap<string, unknown>
  /** Whether what is not known now is taken for unknown. */
  readonly last: boolean
}

/** A rendering, or what has to be looked up before there can be one. */
export type Reply = { readonly rendered: Rendered } | { readonly questions: readonly Question[] }

/** What a render thread posts: that it listens, a reply, or the error that a bug threw. */
export type Posted = { readonly ready: true } | { readonly reply: Reply } | { readonly error: unknown }
