import { ChannelIdOut, event, int, state, z } from '#contract'
import { channelUpdated } from '../../../channels/channels/states.ts'
import { lockdownChanged } from '../../../people/restrictions/lockdown/states.ts'
import { slowUntil } from './rules.ts'

const place = {
  stream_id: ChannelIdOut,
  /** UNIX seconds of the user's newest message there, rounded up. */
  posted_at: int,
  /** UNIX seconds, based on the channel's setting. A lockdown can extend it. */
  slow_until: int,
}

/** The user posted in a channel with slow mode. */
export const slowPosted = event('slow_until', null, place)

/** When the user can post again in slow mode channels. Clients ignore past times and apply a lockdown's interval. */
export const slowUntilState = state('slow_until', z.array(z.object(place)))
  .on(slowPosted, (list, { stream_id, posted_at, slow_until }) =>
    [...list.filter((one) => one.stream_id !== stream_id), { stream_id, posted_at, slow_until }].sort(
      (a, b) => a.stream_id - b.stream_id,
    ),
  )
  // drop channels that were slow only because of the lockdown
  .on(lockdownChanged, (list, { lockdown }) =>
    lockdown ? list : list.filter(({ posted_at, slow_until }) => slow_until > posted_at),
  )
  .on(channelUpdated, (list, { stream_id, property, value }) => {
    if (property !== 'slow_mode_seconds' || typeof value !== 'number') return list
    if (value === 0) return list.filter((one) => one.stream_id !== stream_id)
    return list.map((one) =>
      one.stream_id === stream_id ? { ...one, slow_until: slowUntil(one.posted_at, value) } : one,
    )
  })
