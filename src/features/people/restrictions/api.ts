import { bool, ChannelId, endpoint, id, int, list, text, UserId, z } from '#contract'
import { noSuchUser } from '../users/errors.ts'
import * as errors from './errors.ts'
import { maxListed, maxNoteLength, maxReasonLength, maxRestrictedChannels } from './limits.ts'
import { Restriction, restrictionKinds } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const user_id = UserId
const restriction_id = id
const stream_ids = list(ChannelId, { max: maxRestrictedChannels })

const values = {
  /** UNIX seconds, from a minute to a year from now; null to restrict the person until you lift it. */
  until: z.int().nonnegative().nullable(),
  /** The person sees it. */
  reason: text({ trim: true, min: 1, max: maxReasonLength }),
  /** Only moderators see it. */
  note: text({ trim: true, max: maxNoteLength }),
}

export const getRestrictions = endpoint('GET /restrictions', {
  summary: 'Get the restrictions in effect, newest first (moderators only)',
  caller: 'member',
  params: {
    /** For paging: only restrictions older than this ID. */
    before: id.optional(),
    limit: int.min(1).max(maxListed).default(100),
  },
  result: { restrictions: z.array(Restriction), has_more: bool },
  errors: [errors.cannotRestrict],
})

export const getUserRestrictions = endpoint('GET /users/{user_id}/restrictions', {
  summary: 'Get a person’s restrictions with those that have ended, newest first (moderators only)',
  caller: 'member',
  params: { user_id },
  result: { restrictions: z.array(Restriction) },
  errors: [errors.cannotRestrict, noSuchUser],
})

/** It also applies to the person’s bots. */
export const restrictUser = endpoint('POST /users/{user_id}/restrictions', {
  summary: 'Restrict what a person can do (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    user_id,
    kind: z.enum(restrictionKinds),
    /** For `read_only_in`. */
    stream_ids: stream_ids.default([]),
    until: values.until,
    reason: values.reason,
    note: values.note.default(''),
  },
  result: { restriction: Restriction },
  errors: [
    ...errors.restrictErrors,
    errors.alreadyRestricted,
    errors.invalidRestrictionEnd,
    errors.channelsMissing,
    errors.channelsUnused,
  ],
})

export const updateRestriction = endpoint('PATCH /users/{user_id}/restrictions/{restriction_id}', {
  summary: 'Change a restriction (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    user_id,
    restriction_id,
    stream_ids: stream_ids.optional(),
    until: values.until.optional(),
    reason: values.reason.optional(),
    note: values.note.optional(),
  },
  result: { restriction: Restriction },
  errors: [
    ...errors.restrictErrors,
    errors.noSuchRestriction,
    errors.nothingToRestrict,
    errors.invalidRestrictionEnd,
    errors.channelsMissing,
    errors.channelsUnused,
  ],
})

export const liftRestriction = endpoint('DELETE /users/{user_id}/restrictions/{restriction_id}', {
  summary: 'Lift a restriction (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, restriction_id },
  errors: [...errors.restrictErrors, errors.noSuchRestriction],
})
