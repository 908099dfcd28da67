import type { ChannelId, MessageId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Channel } from '../../../../channels/channels/channel.ts'
import type { Cause } from '../../cause.ts'
import type { Trigger } from '../../triggers/input.ts'

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
  /** Undefined for schedules. */
  readonly cause: Cause | undefined
  /** Fills in placeholders. */
  fill(text: string): string
}

/** Runs the step in a transaction. Throws an API error if the bot isn't allowed to. */
export type Effect = (mutation: Mutation) => Promise<{ readonly message_id?: MessageId }>

interface CheckedStep<S> {
  readonly step: S
  /** Private channels that the bot must join. */
  readonly channelsToJoin: readonly Channel[]
}

/** Server-side implementation of a step kind: `G` is the requested step, `S` the stored one. */
export interface StepKind<G, S = G> {
  /** Throws unless the viewer is allowed to save this step. */
  check(mutation: Mutation, step: G, at: StepLocation): CheckedStep<S>
  /** Does the slow part, outside of a transaction. */
  prepare(context: RunContext, step: S): Promise<Effect>
}
