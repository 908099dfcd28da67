import { asConversationId, seconds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Account } from '../../people/users/account.ts'
import { apiEmail } from '../../people/users/email-address.ts'
import type { Payload } from './payload.ts'

const content = 'This is a test of the webhook. No one wrote it.'

/** The message for a test call: a direct message that isn't stored, with ID 0. */
export function sampleMessage(org: Organization, tester: Account, bot: Account): Payload {
  const recipients = [tester, bot].map((one) => ({
    id: one.id,
    email: apiEmail(org, one),
    full_name: one.fullName,
    is_mirror_dummy: false,
  }))
  return {
    row: { content, rendered_content: `<p>${content}</p>`, conversation_id: asConversationId(0), sender_id: tester.id },
    shown: {
      id: 0,
      type: 'private',
      avatar_url: null,
      client: 'test',
      content,
      content_type: 'text/x-markdown',
      display_recipient: recipients,
      is_me_message: false,
      reactions: [],
      recipient_id: 0,
      sender_email: apiEmail(org, tester),
      sender_full_name: tester.fullName,
      sender_id: tester.id,
      sender_realm_str: '',
      subject: '',
      submessages: [],
      timestamp: seconds(org.now()),
      topic_links: [],
      flags: [],
    },
  }
}
