import { bool, endpoint, id, int, list, mustBeModerator, text, UserIdOut, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { joiningPaused } from '../../../people/restrictions/lockdown/errors.ts'
import { emailTaken, nameTaken } from '../../../people/users/errors.ts'
import { addressErrors } from '../../invitations/errors.ts'
import { answerPending, applicationClosed, cannotEmailApplicants, tooManyFollowUps } from './errors.ts'
import { maxApplications, maxFollowUpLength, maxMessageLength } from './limits.ts'
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

/** Sent to the applicant. */
const message = text({ trim: true, max: maxMessageLength }).default('')

/** The applicant gets an email with a link for one answer. */
export const askApplicant = endpoint('POST /applications/{application_id}/ask', {
  summary: 'Ask an applicant a question (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    application_id,
    /** Plain text. */
    question: text({ trim: true, min: 1, max: maxFollowUpLength }),
  },
  errors: [mustBeModerator, applicationClosed, cannotEmailApplicants, answerPending, tooManyFollowUps],
})

/** The applicant gets an email. */
export const declineApplication = endpoint('POST /applications/{application_id}/decline', {
  summary: 'Decline an application (moderators only)',
  caller: 'member',
  audited: true,
  params: { application_id, message },
  errors: [mustBeModerator, applicationClosed],
})

/** The applicants get an email. Applications that are no longer open are skipped. */
export const declineApplications = endpoint('POST /applications/decline', {
  summary: 'Decline several applications (moderators only)',
  caller: 'member',
  audited: true,
  params: { application_ids: list(id, { min: 1, max: maxApplications }), message },
  result: {
    /** The applications that were declined. */
    application_ids: z.array(int),
  },
  errors: [mustBeModerator],
})
