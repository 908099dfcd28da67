import { ChannelId, ChannelIdOut, endpoint, id, json, MessageId, text, UserId, UserIdOut, z } from '#contract'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { invalidMessages } from '../../messages/messages/api/flags.ts'
import { maxCommandTextLength } from '../../messages/slash-commands/limits.ts'
import { createAutomation } from './api.ts'
import { Conditions } from './conditions/input.ts'
import * as errors from './errors.ts'
import { maxWebhookLength } from './limits.ts'
import { Steps } from './steps/input.ts'
import { Trigger } from './triggers/input.ts'

/**
 * `runs`, `waits`, and `ends` (the remaining steps wouldn't run): the step is allowed. `refused`: the run would fail here.
 * `unchecked`: this can only be checked when the automation runs.
 */
const stepStates = ['runs', 'waits', 'ends', 'refused', 'unchecked'] as const

const StepPreview = z.object({
  state: z.enum(stepStates),
  /** What the step would send. `user_ids` are the recipients of a direct message. */
  message: z
    .object({
      content: z.string(),
      rendered_content: z.string(),
      stream_id: ChannelIdOut.nullable(),
      topic: z.string().nullable(),
      user_ids: z.array(UserIdOut).nullable(),
    })
    .nullable(),
  /** Why it would be refused. */
  failure: z.string().nullable(),
  failure_code: z.string().nullable(),
})
export type StepPreview = z.infer<typeof StepPreview>
export type StepPreviewFacts = z.input<typeof StepPreview>

/** What would start the run. */
const cause = {
  /** The message that would start the run. Required for triggers that involve a message. */
  message_id: MessageId.optional(),
  /** The person who would start the run; by default the message's sender for the trigger `message`, and you for others. */
  user_id: UserId.optional(),
  topic: text({ max: maxWrittenTopicLength }).default(''),
  /** For `manual`: the text after the command. */
  text: text({ trim: true, max: maxCommandTextLength }).default(''),
  /** For `webhook`: the posted JSON. */
  payload: json({ maxEncoded: maxWebhookLength }).optional(),
}

const result = {
  /** Whether the message matches the trigger's topic and words; true for other triggers. */
  matches_trigger: z.boolean(),
  /** In the order of the conditions. */
  conditions: z.array(z.object({ is_met: z.boolean() })),
  steps: z.array(StepPreview),
}

/**
 * Shows what a run would do, and changes nothing. Steps are checked one by one, as if each wait had ended and each request
 * had been approved. `trigger`, `conditions`, and `steps` replace the saved ones, to test changes before saving them.
 */
export const tryAutomation = endpoint('POST /automations/{automation_id}/try', {
  summary: 'Test an automation without running it',
  scope: 'admin',
  params: {
    automation_id: id,
    trigger: Trigger.optional(),
    conditions: Conditions.optional(),
    steps: Steps.optional(),
    ...cause,
    /** For `manual`: where the command would be entered. Defaults to the automation's channel. */
    stream_id: ChannelId.optional(),
  },
  result,
  errors: [errors.noSuchAutomation, errors.cannotManageAutomations, errors.outOfReach, invalidMessages],
})

/**
 * The same for an automation that hasn't been created: takes the parameters of `POST /automations`, and needs the same
 * permissions. Its bot doesn't exist yet, so in private channels, only the messages are shown.
 */
export const tryNewAutomation = endpoint('POST /automations/try', {
  summary: 'Test an automation before creating it',
  scope: 'admin',
  params: {
    ...createAutomation.params,
    ...cause,
    /** For `manual`: where the command would be entered. Defaults to `stream_id`. */
    start_stream_id: ChannelId.optional(),
  },
  result,
  errors: [...createAutomation.errors, errors.outOfReach, invalidMessages],
})
