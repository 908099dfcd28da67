import { endpoint, id, text, UserId } from '#contract'
import { noSuchUser } from '../../../people/users/errors.ts'
import * as errors from '../errors.ts'
import { maxWarningLength } from '../limits.ts'
import { ModerationWarning } from '../wire.ts'

export * from './states.ts'

const user_id = UserId
const refusals = [errors.cannotRestrict, errors.cannotRestrictRank, noSuchUser]

/** The notification bot also sends it to them, for clients that don't know warnings. */
export const warnUser = endpoint('POST /users/{user_id}/warnings', {
  summary: 'Send a person a warning that they must acknowledge (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, content: text({ trim: true, min: 1, max: maxWarningLength }) },
  result: { warning: ModerationWarning },
  errors: [...refusals, errors.cannotWarn, errors.tooManyWarnings],
})

/** Only until it's acknowledged. The direct message about it stays. */
export const withdrawWarning = endpoint('DELETE /users/{user_id}/warnings/{warning_id}', {
  summary: 'Withdraw a warning (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, warning_id: id },
  errors: [...refusals, errors.noSuchWarning, errors.alreadyAcknowledged],
})

/** Programs can't do it with a token: the person must have read it. Doing it again changes nothing. */
export const acknowledgeWarning = endpoint('POST /users/me/warnings/{warning_id}/acknowledge', {
  summary: 'Acknowledge a warning from moderators',
  caller: 'human',
  scope: 'never',
  params: { warning_id: id },
  errors: [errors.noSuchWarning],
})
