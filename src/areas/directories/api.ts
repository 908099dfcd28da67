import { apiError, bool, endpoint, event, id, int, ToldUserId, z } from '#contract'

export const noAddress = apiError(
  400,
  'BAD_REQUEST',
  'The directory {directory} has no email address for you. Ask your administrator to add one',
)
export const noDirectory = apiError(400, 'BAD_REQUEST', 'No directory is configured for this organization.')
export const runUnderWay = apiError(400, 'BAD_REQUEST', 'A synchronization is in progress.')
export const noSuchRun = apiError(404, 'BAD_REQUEST', 'Synchronization does not exist.')
export const runEnded = apiError(400, 'BAD_REQUEST', 'The synchronization has already ended.')

/** `waiting`: for its turn. `held back`: too many would have been deactivated, so nothing was done. */
const states = ['waiting', 'running', 'done', 'held back', 'failed', 'stopped'] as const
export const phases = ['reading', 'people', 'pictures', 'groups'] as const
/** What is done to an account; `join` and `leave` are about user groups. */
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
  /** Of the person, as the directory has it. */
  name: z.string(),
  /** Null for an account that is not there yet. */
  user_id: ToldUserId.nullable(),
  /** What it is now: an address, a role, a group. */
  detail: z.string(),
})
export type Changed = z.input<typeof Changed>

const shape = {
  id: int,
  /** Null for one that was due, or was begun by whoever runs the server. */
  acting_user_id: ToldUserId.nullable(),
  dry_run: bool,
  state: z.enum(states),
  /** Where it is, while it runs. */
  phase: z.enum(phases).nullable(),
  /** People of the directories that were read so far. */
  people: int,
  /** How much of what: `people`, each kind of change, `problems`. */
  counts: z.record(z.string(), int),
  /** UNIX seconds. */
  requested_at: int,
  started_at: int.nullable(),
  ended_at: int.nullable(),
  /** Why it has failed or was held back. */
  problem: z.string().nullable(),
}
const Run = z.object(shape)
export type Run = z.input<typeof Run>

const RunInFull = z.object({
  ...shape,
  /** The first 300; `counts` tells of all. */
  changes: z.array(Changed),
  /** The first 100 that could not be brought in line, and why. */
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
        /** The server that is asked. */
        host: z.string(),
        /** When accounts are made: as the organization lets people join, at the first sign-in, or by a synchronisation. */
        accounts: z.enum(['rules', 'sign-in', 'sync']),
      }),
    ),
    /** How often they are synchronised by themselves; 0 for never. */
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

/** To administrators: a synchronisation as it is now, whether it is new or has got further. */
export const runChanged = event('directory_run', null, { run: Run })
