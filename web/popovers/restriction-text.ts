import type { Restriction } from '../../src/features/people/restrictions/wire.ts'
import { timeFormat } from '../entities/time-format.ts'
import { channel } from '../store/channels.ts'
import { nameOf } from '../store/people.ts'
import { s } from '../texts/restrictions.ts'

const times = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
const timeOf = (seconds: number): string => times.format(seconds * 1_000)

export const untilText = ({ until }: Pick<Restriction, 'until'>): string =>
  until === null ? s.times.always : s.until(timeOf(until))

/** What's restricted, and in which channels. */
export function kindText({ kind, stream_ids }: Restriction): string {
  const names = stream_ids.flatMap((id) => {
    const name = channel(id)?.name
    return name === undefined ? [] : [`#${name}`]
  })
  return names.length === 0 ? s.kinds[kind] : s.inChannels(names)
}

const called = (id: number | null): string => (id === null ? '' : nameOf(id)) || s.someone

/** A moderation rule's restriction has no `created_by`; its note names the rule. */
export const madeText = ({ created_by, created_at }: Restriction): string =>
  created_by === null ? s.automatic(timeOf(created_at)) : s.by(called(created_by), timeOf(created_at))

/** How it ended; only for one that has. */
export const endText = ({ ended_by, ended_at }: Restriction): string =>
  ended_by === null ? s.ended(timeOf(ended_at ?? 0)) : s.endedBy(called(ended_by), timeOf(ended_at ?? 0))
