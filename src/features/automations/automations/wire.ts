import { bool, ChannelIdOut, int, MessageIdOut, UserIdOut, z } from '#contract'
import { StepOut } from './steps/input.ts'
import { TriggerOut } from './triggers/input.ts'

/** `missed`: the server was down for too long at the time of the run. */
export const runStates = ['running', 'done', 'failed', 'missed'] as const
export type RunState = (typeof runStates)[number]

export const pauseReasons = ['failures', 'runs'] as const

export const Automation = z.object({
  automation_id: int,
  name: z.string(),
  description: z.string(),
  /** Null for an automation of the organization. */
  stream_id: ChannelIdOut.nullable(),
  bot_id: UserIdOut,
  trigger: TriggerOut,
  steps: z.array(StepOut),
  revision: int,
  is_enabled: bool,
  /** Why the server turned it off: too many runs in a row have failed, or it ran too often. */
  paused_because: z.enum(pauseReasons).nullable(),
  /** Failed runs since the last one that succeeded. */
  failures: int,
  /** UNIX seconds. */
  next_at: int.nullable(),
  last_run: z.object({ at: int, state: z.enum(runStates) }).nullable(),
  changed_by: UserIdOut.nullable(),
  changed_at: int,
})
export type Automation = z.infer<typeof Automation>

export const AutomationRun = z.object({
  run_id: int,
  automation_id: int,
  state: z.enum(runStates),
  /** The next step, counted from 0; for failed runs the one that failed. */
  step: int,
  steps: z.array(StepOut),
  /** The message and the person that started it; null for schedules, and no message when someone joined a channel. */
  message_id: MessageIdOut.nullable(),
  person_id: UserIdOut.nullable(),
  /** When it was due, or when the person posted, reacted, or joined, in UNIX seconds. */
  cause_at: int,
  started_at: int,
  ended_at: int.nullable(),
  failure: z.string().nullable(),
  /** What each step did, in order; a step that was retried can appear more than once. */
  outcomes: z.array(
    z.object({ step: int, at: int, message_id: MessageIdOut.nullable(), failure: z.string().nullable() }),
  ),
})
export type AutomationRun = z.infer<typeof AutomationRun>

/** What the server sends. */
export type AutomationFacts = z.input<typeof Automation>
export type AutomationRunFacts = z.input<typeof AutomationRun>
