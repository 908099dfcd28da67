import { apiError, bool, endpoint, event, id, int, UserIdOut, z } from '#contract'

export const noAddress = apiError(
  400,
  'BAD_REQUEST',
  'The directory {directory} has no email address for you. Ask your administrator to add one',
)
export const noDirectory = apiError(400, 'BAD_REQUEST', 'No directory is configured for this organization.')
export const runUnderWay = apiError(400, 'BAD_REQUEST', 'A synchronization is in progress.')
export const noSuchRun = apiError(404, 'BAD_REQUEST', 'Synchronization does not exist.')
export const runEnded = apiError(400, 'BAD_REQUEST', 'The synchronization has already ended.')

/** `waiting`: queued. `held back`: too many accounts would have been deactivated, so nothing was done. */
const states = ['waiting', 'running', 'done', 'held back', 'failed', 'stopped'] as const
export const phases = ['reading', 'people', 'pictures', 'groups'] as const
/** Changes of an account; `join` and `leave` are about user groups. */
export const changeKinds = [
  'create',
  'link',
  'reactivate',
  'name',
  'address',
  'profile',
  'role',
  'picture',
  'deactivate',
  'join',
  'leave',
] as const

const Changed = z.object({
  kind: z.enum(changeKinds),
  name: z.string(),
  /** Null if the account doesn't exist yet. */
  user_id: UserIdOut.nullable(),
  detail: z.string(),
})
export type Changed = z.input<typeof Changed>

const shape = {
  id: int,
  /** Null for a scheduled run, or one started by the server's operator. */
  acting_user_id: UserIdOut.nullable(),
  dry_run: bool,
  state: z.enum(states),
  phase: z.enum(phases).nullable(),
  people: int,
  /** Counts: `people`, each kind of change, `problems`. */
  counts: z.record(z.string(), int),
  /** UNIX seconds. */
  requested_at: int,
  started_at: int.nullable(),
  ended_at: int.nullable(),
  /** The reason for failing or being held back. */
  problem: z.string().nullable(),
}
const Run = z.object(shape)
export type Run = z.input<typeof Run>

const RunInFull = z.object({
  ...shape,
  /** The first 300; `counts` has the totals. */
  changes: z.array(Changed),
  /** The first 100 people that couldn't be synchronized, and the reasons. */
  problems: z.array(z.object({ name: z.string(), problem: z.string() })),
})
export type RunInFull = z.input<typeof RunInFull>
export type Found = Pick<RunInFull, 'counts' | 'changes' | 'problems'>

export const getDirectories = endpoint('GET /directories', {
  summary: 'Get directories and their synchronizations, newest first',
  caller: 'administrator',
  result: {
    directories: z.array(
      z.object({
        name: z.string(),
        host: z.string(),
        /** Accounts are created as the organization's rules allow, at the first sign-in, or by a synchronization. */
        accounts: z.enum(['rules', 'sign-in', 'sync']),
      }),
    ),
    /** Interval between synchronizations; 0 if they aren't scheduled. */
    every_minutes: int,
    runs: z.array(Run),
  },
})

export const startRun = endpoint('POST /directories/runs', {
  summary: 'Synchronize users and groups with directories',
  caller: 'administrator',
  params: { dry_run: bool.default(false) },
  result: { id: int },
  errors: [noDirectory, runUnderWay],
})

export const getRun = endpoint('GET /directories/runs/{run_id}', {
  summary: 'Get a synchronization and what it changed',
  caller: 'administrator',
  params: { run_id: id },
  result: { run: RunInFull },
  errors: [noSuchRun],
})

export const stopRun = endpoint('DELETE /directories/runs/{run_id}', {
  summary: 'Cancel a synchronization, keeping its changes',
  caller: 'administrator',
  params: { run_id: id },
  errors: [noSuchRun, runEnded],
})

/** Sent to administrators when a run is created or makes progress. */
export const runChanged = event('directory_run', null, { run: Run })
