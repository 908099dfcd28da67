import { bool, endpoint, id, int, mustBeModerator, text, UserIdOut, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { joiningPaused } from '../../../people/restrictions/lockdown/errors.ts'
import { emailTaken, nameTaken } from '../../../people/users/errors.ts'
import { addressErrors } from '../../invitations/errors.ts'
import { applicationClosed } from './errors.ts'
import { maxApplications, maxMessageLength } from './limits.ts'
import { Application } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const application_id = id

export const getApplications = endpoint('GET /applications', {
  summary: 'Get the applications of people who want to join, oldest first (moderators only)',
  caller: 'member',
  params: {
    /** For paging: only applications newer than this ID. */
    after: int.min(0).default(0),
    limit: int.min(1).max(maxApplications).default(50),
  },
  result: {
    applications: z.array(Application),
    has_more: bool,
    /** Number of open applications. */
    total: int,
  },
  errors: [mustBeModerator],
})

/** The rules for joining are checked again, and the applicant gets an email. */
export const approveApplication = endpoint('POST /applications/{application_id}/approve', {
  summary: 'Create the account of an applicant (moderators only)',
  caller: 'member',
  audited: true,
  params: { application_id },
  result: { user_id: UserIdOut },
  errors: [mustBeModerator, applicationClosed, joiningPaused, emailTaken, nameTaken, tooManyKept, ...addressErrors],
})

/** The applicant gets an email. */
export const declineApplication = endpoint('POST /applications/{application_id}/decline', {
  summary: 'Decline an application (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    application_id,
    /** Sent to the applicant. */
    message: text({ trim: true, max: maxMessageLength }).default(''),
  },
  errors: [mustBeModerator, applicationClosed],
})
