import type { ChannelId, MessageId, UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Channel } from '../../../../channels/channels/channel.ts'
import type { Cause } from '../../cause.ts'
import type { Question, SentQuestion } from '../../questions-store.ts'
import type { Trigger } from '../../triggers/input.ts'
import type { StepResultKind, WaitResult } from '../../wire.ts'

export interface StepLocation {
  /** Null for an automation of the organization. */
  readonly channelId: ChannelId | null
  /** The parameter, such as `steps[2]`, for errors. */
  readonly at: string
  /** The automation's trigger. */
  readonly trigger: Trigger['kind']
}

export interface RunContext {
  readonly org: Organization
  /** The automation's bot. */
  readonly viewer: Viewer
  /** The person who saved the steps. */
  readonly savedById: UserId | null
  /** Undefined for schedules. */
  readonly cause: Cause | undefined
  readonly now: Date
  /** The index of the step. */
  readonly step: number
  /** Forms that the run has sent. */
  readonly questions: readonly Question[]
  /** Fills in placeholders. */
  readonly fill: (text: string) => string
  /** A placeholder's value as plain text; undefined if there is none. */
  readonly fieldValue: (field: string) => string | undefined
  /** Called after the step's transactions, whether they succeeded or not. */
  readonly cleanups: (() => void)[]
}

export interface StepResult {
  /** Set if the step did only a part, or nothing yet: `effect` does the next part, in another transaction after `when`. */
  readonly more?: { readonly effect: Effect; readonly when?: Promise<void> }
  readonly message_id?: MessageId
  /** Set if the run has to wait before it continues. */
  readonly wait?: {
    readonly until: Date
    /** How many reminders a step that repeats has posted. Absent if the run waits for a time or an answer. */
    readonly reminders?: number
  }
  /** Messages whose forms have to be answered. */
  readonly questions?: readonly SentQuestion[]
  /** Set if the run's call is made in the background, which completes the step. */
  readonly calls?: true
  /** Set if the remaining steps don't run. */
  readonly end?: 'declined' | 'expired' | 'done'
  /** The answer to a request, and who gave it; or why the step ended differently. */
  readonly result?: StepResultKind
  readonly person_id?: UserId | null
}

/** How a step's wait ended. */
interface EndedWait {
  readonly result: WaitResult
  /** The message that asked. */
  readonly messageId: MessageId | null
  readonly approverId: UserId | null
  /** How many reminders the step has posted. */
  readonly reminders: number
}

/** Runs the step in a transaction. Throws an API error if the bot isn't allowed to. */
export type Effect = (mutation: Mutation) => Promise<StepResult>

interface CheckedStep<S> {
  readonly step: S
  /** Private channels that the bot must join. */
  readonly channelsToJoin: readonly Channel[]
}

/** Server-side implementation of a step kind: `G` is the requested step, `S` the stored one. */
export interface StepKind<G, S = G> {
  /** Dry runs run the step and roll it back. Don't set it for steps that call other servers or change memory themselves. */
  readonly canBeRolledBack?: true
  /** Throws unless the viewer is allowed to save this step. */
  check(mutation: Mutation, step: G, at: StepLocation): CheckedStep<S>
  /** Does the slow part, outside of a transaction. */
  prepare(context: RunContext, step: S): Promise<Effect>
  /** Like `prepare`, but after the wait. Required for steps that wait. */
  resume?(context: RunContext, step: S, wait: EndedWait): Promise<Effect>
}
