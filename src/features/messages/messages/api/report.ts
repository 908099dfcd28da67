import { apiError, endpoint, MessageId, text, z } from '#contract'
import { serverReportMessageTypes } from '../../../people/organization/register-constants.ts'
import { maxReportDescriptionLength } from '../limits.ts'
import { invalidMessages } from './flags.ts'

export const reportingTurnedOff = apiError(
  400,
  'BAD_REQUEST',
  'This organization has no channel for reported messages.',
)
export const descriptionNeeded = apiError(400, 'BAD_REQUEST', 'This type of report requires an explanation.')
export const tooManyReports = apiError(400, 'BAD_REQUEST', 'You already have {limit} open reports')

const [first, ...others] = serverReportMessageTypes.map(({ key }) => key)

/** The report is posted to the organization's private channel for moderation requests. */
export const reportMessage = endpoint('POST /messages/{message_id}/report', {
  summary: "Report a message to the organization's moderators",
  params: {
    message_id: MessageId,
    report_type: z.enum([first as (typeof serverReportMessageTypes)[number]['key'], ...others]),
    description: text({ trim: true, max: maxReportDescriptionLength }).default(''),
  },
  errors: [invalidMessages, reportingTurnedOff, descriptionNeeded, tooManyReports],
})
