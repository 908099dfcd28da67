import type { ChannelId, MessageId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Channel } from '../../../../channels/channels/channel.ts'

interface StepLocation {
  /** Null for an automation of the organization. */
  readonly channelId: ChannelId | null
  /** The parameter, such as `steps[2]`, for errors. */
  readonly at: string
}

export interface RunContext {
  readonly org: Organization
  /** The automation's bot. */
  readonly viewer: Viewer
  /** Fills in placeholders. */
  fill(text: string): string
}

/** Runs the step in a transaction. Throws an API error if the bot isn't allowed to. */
export type Effect = (mutation: Mutation) => Promise<{ readonly message_id?: MessageId }>

/** What the server does for a kind of step; `S` is the step as it's saved. */
export interface StepKind<S> {
  /** Throws unless the viewer can save the step; returns private channels that its bot has to join. */
  check(mutation: Mutation, step: S, at: StepLocation): Channel[]
  /** Does the slow part, outside of a transaction. */
  prepare(context: RunContext, step: S): Promise<Effect>
}
