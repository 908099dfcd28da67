import { apiError, endpoint, event, id, MessageId, MessageIdOut, maxMessageLength, text, UserIdOut, z } from '#contract'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { restrictedErrors } from '../../../people/restrictions/errors.ts'
import { invalidMessages } from '../api/flags.ts'
import { cannotHold } from '../held-messages/errors.ts'
import { ruleErrors } from '../moderation-rules/errors.ts'
import { answeredAlready, botBusy, notAsked, notItsBot, notOpen } from './interactive-errors.ts'

export const badSubmessage = apiError(400, 'BAD_REQUEST', 'Invalid json for submessage')
export const noWidget = apiError(400, 'BAD_REQUEST', 'You cannot attach a submessage to this message.')

/** JSON: a vote, option, or task; for interactive messages `answer`, or from their bot `update` or `close`. */
export const addSubmessage = endpoint('POST /submessage', {
  summary:
    'Add a submessage: respond to a poll, to-do list, or interactive message (tokens need the scope `answer`), or close your own',
  params: { message_id: MessageId, msg_type: z.literal('widget'), content: text({ min: 1, max: maxMessageLength }) },
  errors: [
    ...restrictedErrors,
    ...ruleErrors,
    cannotHold,
    invalidMessages,
    badSubmessage,
    noWidget,
    tooManyKept,
    notAsked,
    answeredAlready,
    notOpen,
    botBusy,
    notItsBot,
  ],
})

export const submessageAdded = event('submessage', null, {
  msg_type: z.string(),
  content: z.string(),
  message_id: MessageIdOut,
  sender_id: UserIdOut,
  submessage_id: id,
})
