import { endpoint, MessageIdOut, text } from '#contract'
import { maxWelcomeMessageLength } from '../../../people/organization/register-constants.ts'

/** An empty text previews the default message for new users. */
export const testWelcome = endpoint('POST /realm/test_welcome_bot_custom_message', {
  summary: 'Preview a custom welcome message',
  caller: 'administrator',
  params: { welcome_message_custom_text: text({ max: maxWelcomeMessageLength }) },
  result: { message_id: MessageIdOut },
})
