import type { UserId } from '#contract'
import type { IntegrationSettings } from '../../../people/users/account.ts'
import type { SetupStep } from '../setup-steps.ts'
import type { Templated } from './generic/protocol.ts'
import type { Markdown } from './markdown.ts'
import type { Part } from './payload.ts'
import type { Verification } from './signatures.ts'

export interface Post {
  readonly payload: Part
  /** By lowercase name; empty if missing. */
  header(name: string): string
  /** As named by {@link Tool.event}: `issues.opened`. */
  readonly event: string
  /** Patterns of wanted branches, with `*` as a wildcard; empty for all. */
  readonly branches: readonly string[]
  readonly settings: IntegrationSettings
  /** The output of the bot's templates, if the tool has {@link Tool.templates}. */
  readonly templated?: Templated | undefined
}

/** Accepted without a message, because the event isn't worth one. */
export const quiet = Symbol('quiet')

/** Undefined for an unknown kind of post. */
export type Said = Markdown | typeof quiet | undefined

/** Something that posts are about and that can be renamed, like a ticket. Its posts stay in one topic. */
export interface Thread {
  /** Distinguishes it from others of the same tool; stays when it's renamed. */
  readonly id: string
  /** The topic of its first post. */
  readonly topic: string
}

/** A kind of event under the tool's own name; `issues` also covers `issues.opened` and so on. */
export interface EventKind {
  readonly about: string
  text(post: Post): Said
  readonly topic?: (post: Post) => Thread | string
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

export interface Sample {
  readonly headers?: Readonly<Record<string, string>>
  readonly payload: unknown
  /** `field`: sent as the form field `payload`; `fields`: each field is a form field. */
  readonly form?: string
}

export interface Handshake {
  readonly headers?: Readonly<Record<string, string>>
  /** The secret that the tool signs with from now on. */
  readonly secret?: string
}

/** The bot that a tool posts as. */
export interface PostingBot {
  readonly full_name: string
  readonly email: string
  readonly id: UserId
}

/** A tool's format: names of its posts, verification, and conversion to messages. */
export interface Tool {
  /** The last part of the URL. */
  readonly name: string
  /** Alternative last parts of the URL. */
  readonly aliases?: readonly string[]
  readonly displayName: string
  readonly category: Category
  readonly setup: readonly SetupStep[]
  readonly documentation: string
  readonly verification: Verification
  /** For the documentation: which topic a post goes to, and why. It must stay the same while a thing changes. */
  readonly topicRule: { readonly topic: string; readonly why: string }
  event(post: Pick<Post, 'payload' | 'header'>): string
  topic(post: Post): Thread | string
  readonly events: Readonly<Record<string, EventKind>>
  /** Renders the bot administrator's templates, which are untrusted programs. `queueKey` is the account to charge. */
  readonly templates?: (queueKey: string, settings: IntegrationSettings, payload: unknown) => Promise<Templated>
  /** The tool checks the URL with a GET request. */
  readonly answersGet?: true
  readonly handshake?: (post: Pick<Post, 'payload' | 'header'>) => Handshake | undefined
  /** Fields of the response to a post that only asks about the bot; it sends no message. */
  readonly answer?: (payload: Part, bot: PostingBot) => PostingBot | undefined
  samples(): Promise<{ default: Readonly<Record<string, Sample>> }>
}

export const tool = (declared: Tool): Tool => declared

export function kindOf({ events }: Tool, event: string): EventKind | undefined {
  for (let name = event; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf('.'), 0)))
    if (Object.hasOwn(events, name)) return events[name]
  return undefined
}

/** True if a pattern matches; `*` is a wildcard. */
export function fits(name: string, patterns: readonly string[]): boolean {
  const lower = name.toLowerCase()
  return patterns.some((pattern) => {
    // match pieces in order: linear for any pattern
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

/** An event that is known but sends no message. */
export const silent = (about: string): EventKind => ({ about, text: () => quiet })
