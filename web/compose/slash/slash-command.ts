import type { Target } from '../../narrow/target.ts'

export interface CommandInput {
  /** The trimmed text after the command name. */
  readonly text: string
  /** Where a message would be sent. */
  readonly target: Target
  readonly now: Date
}

/** A preview of the command's effect, shown while typing, or the reason it can't run. */
export type Plan = { readonly effect: string; readonly run: () => Promise<unknown> } | { readonly problem: string }

/** An entry in the list that opens with `/`. */
export interface SlashCommand {
  readonly name: string
  readonly description: string
  /** Describes the arguments. */
  readonly hint: string
  /** Whether to list the command for this target. */
  readonly isOffered?: (target: Target | undefined) => boolean
  /** Opens a form to compose the message when the command is picked from the list. */
  readonly openForm?: (field: HTMLTextAreaElement) => void
  /** Undefined for message syntax, which is sent as a message. */
  readonly plan?: (typed: CommandInput) => Plan
}
