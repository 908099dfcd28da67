import { bool, ChannelIdOut, int, MessageIdOut, UserIdOut, z } from '#contract'
import { ConditionOut } from './conditions/input.ts'
import { StepOut } from './steps/input.ts'
import { TriggerOut } from './triggers/input.ts'

/**
 * `missed`: the server was down for too long at the time of the run. `declined` and `expired`: an approval request was
 * declined, or a request or form wasn't answered in time.
 */
export const runStates = ['running', 'waiting', 'done', 'declined', 'expired', 'failed', 'missed', 'canceled'] as const
export type RunState = (typeof runStates)[number]

/**
 * How a step's wait ended; `elapsed` is for steps that only wait for a time, `answered` for forms, and `resolved` for
 * reminders.
 */
export const waitResults = ['elapsed', 'answered', 'approved', 'declined', 'expired', 'resolved'] as const
export type WaitResult = (typeof waitResults)[number]

/** `stopped`: the condition of `stop_unless` wasn't met. */
const stepResults = [...waitResults, 'stopped'] as const
export type StepResultKind = (typeof stepResults)[number]

export const pauseReasons = ['failures', 'runs'] as const

export const Automation = z.object({
  automation_id: int,
  name: z.string(),
  description: z.string(),
  /** Null for an automation of the organization. */
  stream_id: ChannelIdOut.nullable(),
  bot_id: UserIdOut,
  trigger: TriggerOut,
  conditions: z.array(ConditionOut),
  steps: z.array(StepOut),
  revision: int,
  is_enabled: bool,
  /** Beyond this, people's actions turn it off, and requests to start it fail. */
  max_runs_per_hour: int,
  /** Why the server paused it: too many consecutive failures, or too many runs. */
  paused_because: z.enum(pauseReasons).nullable(),
  /** Failed runs since the last one that succeeded. */
  failures: int,
  /** UNIX seconds. */
  next_at: int.nullable(),
  last_run: z.object({ at: int, state: z.enum(runStates) }).nullable(),
  /** How many people were added in large batches, which don't start runs. `POST /automations/{automation_id}/start_skipped` runs it for them. */
  skipped_people: int,
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
  /** The message and person that triggered the run; null for schedules and webhooks. Joins and slash commands that weren't posted have no message. */
  message_id: MessageIdOut.nullable(),
  person_id: UserIdOut.nullable(),
  /** When the run was scheduled for, or when its trigger occurred, in UNIX seconds. */
  cause_at: int,
  started_at: int,
  ended_at: int.nullable(),
  /** When a waiting run continues, in UNIX seconds; null in other states. */
  waiting_until: int.nullable(),
  failure: z.string().nullable(),
  /** What each step did, in order; a step that was retried, or that waited for an answer, can appear more than once. */
  outcomes: z.array(
    z.object({
      step: int,
      at: int,
      message_id: MessageIdOut.nullable(),
      failure: z.string().nullable(),
      /** The answer to an approval request, how the wait for other answers ended, or why reminders or the run ended. */
      result: z.enum(stepResults).nullable(),
      person_id: UserIdOut.nullable(),
    }),
  ),
})
export type AutomationRun = z.infer<typeof AutomationRun>

/** What the server sends. */
export type AutomationFacts = z.input<typeof Automation>
export type AutomationRunFacts = z.input<typeof AutomationRun>
