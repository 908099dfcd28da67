import { endpoint, id, text, UserId } from '#contract'
import * as errors from '../errors.ts'
import { maxWarningLength } from '../limits.ts'
import { ModerationWarning } from '../wire.ts'

export * from './states.ts'

const user_id = UserId

/** The notification bot also sends it as a direct message, for clients that don't support warnings. */
export const warnUser = endpoint('POST /users/{user_id}/warnings', {
  summary: 'Send a person a warning that they must acknowledge (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, content: text({ trim: true, min: 1, max: maxWarningLength }) },
  result: { warning: ModerationWarning },
  errors: [...errors.restrictErrors, errors.cannotWarn, errors.tooManyWarnings],
})

/** Only possible until it's acknowledged. The direct message stays. */
export const withdrawWarning = endpoint('DELETE /users/{user_id}/warnings/{warning_id}', {
  summary: 'Withdraw a warning (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, warning_id: id },
  errors: [...errors.restrictErrors, errors.noSuchWarning, errors.alreadyAcknowledged],
})

/** Not possible with an access token, because the person has to read the warning. Acknowledging it again has no effect. */
export const acknowledgeWarning = endpoint('POST /users/me/warnings/{warning_id}/acknowledge', {
  summary: 'Acknowledge a warning from moderators',
  caller: 'human',
  scope: 'never',
  params: { warning_id: id },
  errors: [errors.noSuchWarning],
})
