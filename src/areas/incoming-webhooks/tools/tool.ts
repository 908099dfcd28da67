import type { IntegrationSettings } from '../../users/account.ts'
import type { Templated } from './generic/protocol.ts'
import type { Markdown } from './markdown.ts'
import type { Part } from './payload.ts'
import type { Verification } from './signatures.ts'

/** One post of a tool. */
export interface Post {
  readonly payload: Part
  /** By its name in lower case; empty where there is none. */
  header(name: string): string
  /** What happened, as {@link Tool.event} has named it: `issues.opened`. */
  readonly event: string
  /** Branches of which whoever has set up the address wants to hear, with `*` for anything; none for all. */
  readonly branches: readonly string[]
  /** What the bot is set up with for this tool. */
  readonly settings: IntegrationSettings
  /** What the bot's templates have made of it, where the tool has {@link Tool.templates}. */
  readonly templated?: Templated | undefined
}

/** Nothing that anybody wants to hear of: accepted, and no message. */
export const quiet = Symbol('quiet')

/** What a post is as a message; undefined where the format does not know this kind of it. */
export type Said = Markdown | typeof quiet | undefined

/** One kind of event, in the tool's own word for it; `issues` is for `issues.opened` and all others of its kind. */
export interface EventKind {
  /** What happens in the tool then, in one line. */
  readonly about: string
  text(post: Post): Said
  readonly topic?: (post: Post) => string
}

export const categories = {
  code: 'Code and reviews',
  work: 'Planning and tickets',
  monitoring: 'Monitoring and alerts',
  delivery: 'Builds and deployments',
  customers: 'Customers and payments',
  writing: 'Writing and design',
  anything: 'Anything else',
} as const
type Category = keyof typeof categories

/** A sample of what a tool posts. */
export interface Sample {
  readonly headers?: Readonly<Record<string, string>>
  readonly payload: unknown
  /** `field`: the payload is posted as the field `payload` of a form; `fields`: each of its fields as one of the form. */
  readonly form?: string
}

/** What a tool wants to be answered before it posts anything. */
export interface Handshake {
  readonly headers?: Readonly<Record<string, string>>
  /** With what the tool will sign from now on. */
  readonly secret?: string
}

/** The format of one tool: what its posts are called, how it proves who it is, and what becomes of them. */
export interface Tool {
  /** The last part of the address. */
  readonly name: string
  /** Under which others know it: further last parts of its address. */
  readonly aliases?: readonly string[]
  readonly displayName: string
  readonly category: Category
  /** Where in the tool the address is to be given. */
  readonly setup: string
  /** The tool's own public page about what it posts. */
  readonly documentation: string
  readonly verification: Verification
  event(post: Pick<Post, 'payload' | 'header'>): string
  topic(post: Post): string
  readonly events: Readonly<Record<string, EventKind>>
  /** Renders the templates that the bot's administrator has written; they're untrusted programs. The lane names the account charged. */
  readonly templates?: (lane: string, settings: IntegrationSettings, payload: unknown) => Promise<Templated>
  /** The tool asks with GET whether there is anybody, before it posts. */
  readonly answersGet?: true
  readonly handshake?: (post: Pick<Post, 'payload' | 'header'>) => Handshake | undefined
  samples(): Promise<{ default: Readonly<Record<string, Sample>> }>
}

/** Declares the format of a tool. */
export const tool = (declared: Tool): Tool => declared

/** The declaration of an event; `issues` stands for `issues.opened` as well. */
export function kindOf({ events }: Tool, event: string): EventKind | undefined {
  for (let name = event; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0)))
    if (Object.hasOwn(events, name)) return events[name]
  return undefined
}

/** Whether a name fits one of some patterns, in which `*` is for anything. */
export function fits(name: string, patterns: readonly string[]): boolean {
  const lower = name.toLowerCase()
  return patterns.some((pattern) => {
    // pieces in their order: linear, whatever the pattern
    const pieces = pattern.toLowerCase().split('*')
    const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
    if (pieces.length === 1) return lower === first
    if (!lower.startsWith(first)) return false
    let at = first.length
    for (const piece of pieces.slice(1, -1)) {
      const found = lower.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return lower.length - last.length >= at && lower.endsWith(last)
  })
}
