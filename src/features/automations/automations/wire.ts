import { bool, ChannelIdOut, int, MessageIdOut, UserIdOut, z } from '#contract'
import { StepOut } from './steps/input.ts'
import { TriggerOut } from './triggers/input.ts'

/** `missed`: the server was down for too long at the time of the run. */
export const runStates = ['running', 'done', 'failed', 'missed', 'canceled'] as const
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
  /** Why the server paused it: too many consecutive failures, or too many runs. */
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
  /** The message and person that triggered the run; null for schedules. Joins and slash commands that weren't posted have no message. */
  message_id: MessageIdOut.nullable(),
  person_id: UserIdOut.nullable(),
  /** When the run was scheduled for, or when its trigger occurred, in UNIX seconds. */
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
