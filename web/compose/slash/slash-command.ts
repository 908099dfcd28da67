import type { Target } from '../../narrow/target.ts'

export interface Typed {
  /** What follows the name, without spaces around it. */
  readonly text: string
  /** The recipient that a message would have. */
  readonly target: Target
  readonly now: Date
}

/** What a command would do, shown while it's typed; or why it can't. */
export type Plan = { readonly effect: string; readonly run: () => Promise<unknown> } | { readonly problem: string }

/** An entry in the list that opens with `/`. */
export interface SlashCommand {
  readonly name: string
  readonly description: string
  /** What to type after the name. */
  readonly hint: string
  /** Commands that can't work here aren't listed. */
  readonly isOffered?: (target: Target | undefined) => boolean
  /** Opens when it's chosen from the list, to fill in the message. */
  readonly openForm?: (field: HTMLTextAreaElement) => void
  /** Undefined for commands that are message syntax: they're sent. */
  readonly plan?: (typed: Typed) => Plan
}
