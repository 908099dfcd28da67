import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Feature } from '#platform/serve'
import type { LiveCall } from './call.ts'
import { countCalls, countPeople } from './figures-store.ts'
import { livekitOutcomes } from './livekit/figures.ts'

const started = 'loquat_calls_started_total'
const ended = 'loquat_calls_ended_total'
const sessionsEnded = 'loquat_call_sessions_ended_total'
const duration = 'loquat_call_duration_seconds'

/** For the metrics. */
export const callFigures = {
  measurements: [
    {
      metric: 'loquat_calls',
      help: 'Ongoing calls.',
      everySecs: 15,
      read: async (tx) => new Map([['', await countCalls(tx)]]),
    },
    {
      metric: 'loquat_call_participants',
      help: 'People who are in a call.',
      everySecs: 15,
      read: async (tx) => new Map([['', await countPeople(tx)]]),
    },
  ],
  outcomes: [
    { metric: started, label: 'type', help: 'Calls that began, by the type of conversation: direct or channel.' },
    { metric: ended, help: 'Calls that ended: answered, missed, or alone if no one joined a call in a channel.' },
    {
      metric: sessionsEnded,
      label: 'reason',
      help: 'Sessions that ended: left, lost, moved to another device, removed, or the call was ended for everyone.',
    },
    ...livekitOutcomes,
  ],
  durations: [
    {
      metric: duration,
      help: 'How long calls lasted in which two or more people took part.',
      buckets: [30, 60, 300, 900, 1_800, 3_600, 7_200],
    },
  ],
} satisfies Partial<Feature>

type Known = Pick<LiveCall, 'id' | 'member_ids' | 'started_by'>

export function noteStarted(mutation: Mutation, { id, member_ids, started_by }: Known): void {
  const { outcomes, log } = mutation.org.services
  mutation.onCommit(() => {
    outcomes.add(started, member_ids ? 'direct' : 'channel')
    log.event('call.started', { organization: mutation.org.id, call: id, user: started_by })
  })
}

export function noteEnded(mutation: Mutation, { id, member_ids }: Known, people: number, seconds: number): void {
  const { outcomes, durations, log } = mutation.org.services
  const outcome = people > 1 ? 'answered' : member_ids ? 'missed' : 'alone'
  mutation.onCommit(() => {
    outcomes.add(ended, outcome)
    if (people > 1) durations.observe(duration, seconds)
    log.event('call.ended', { organization: mutation.org.id, call: id, outcome, seconds, people })
  })
}

export function noteSessionEnded(mutation: Mutation, { id }: Known, user: UserId, reason: string): void {
  const { outcomes, log } = mutation.org.services
  mutation.onCommit(() => {
    outcomes.add(sessionsEnded, reason)
    if (reason === 'lost') log.event('call.session_lost', { organization: mutation.org.id, call: id, user })
  })
}
