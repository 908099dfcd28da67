import { markdownOfHtml } from '../html.ts'
import { around, bold, facts, lines, link, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, capital, numbered, spaced } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { table } from '../table.ts'
import { hostOf, thread } from '../thread.ts'
import { type Post, tool } from '../tool.ts'

const ticket = ({ payload }: Pick<Post, 'payload'>): Part =>
  payload.has('freshdesk_webhook') ? payload.at('freshdesk_webhook') : payload
const number = (post: Post) => ticket(post).text('ticket_id', 'ticket_display_id').replace(/^\D+/, '')
/** Each account has tickets with the same numbers. */
const threadId = (post: Post) => `${hostOf(ticket(post).text('ticket_url'))} ${number(post)}`.trim()
const titled = (post: Post) =>
  md`ticket ${link(numbered(number(post), ticket(post).text('ticket_subject')), ticket(post).text('ticket_url'))}`
const plainText = (words: string) => (words.includes('<') ? markdownOfHtml(words) : words)
/** For example `{ticket_status:{from:2,to:5}}`. */
const triggered = (post: Pick<Post, 'payload'>) => ticket(post).text('triggered_event')
const change = /\b([a-z_]{1,60})"?: ?\{ ?"?from"?: ?"?([^,}"]{0,60})"? ?, ?"?to"?: ?"?([^,}"]{0,60})/
/** Rules send the numbers of the API. */
const words = table<Readonly<Record<string, string | undefined>>>({
  status: table({ '2': 'open', '3': 'pending', '4': 'resolved', '5': 'closed' }),
  priority: table({ '1': 'low', '2': 'medium', '3': 'high', '4': 'urgent' }),
  source: table({
    '1': 'email',
    '2': 'portal',
    '3': 'phone',
    '7': 'chat',
    '9': 'feedback widget',
    '10': 'outbound email',
  }),
})

const named = (field: string, value: string) => words[field]?.[value] ?? value

export const freshdesk = tool({
  name: 'freshdesk',
  displayName: 'Freshdesk',
  category: 'customers',
  setup: [
    { kind: 'open', text: 'Admin → Workflows → Automations → Trigger webhook' },
    { kind: 'format', text: 'POST, JSON' },
    { kind: 'header', text: 'X-Webhook-Secret' },
  ],
  documentation:
    'https://support.freshdesk.com/support/solutions/articles/132589-using-webhooks-in-automation-rules-that-run-on-ticket-updates',
  topicRule: { topic: 'the number and subject of the ticket', why: 'the number stays when the title changes' },
  verification: authorization,
  event: (post) => {
    const event = triggered(post)
    if (event.includes('note_type') || event.includes('reply_sent')) return 'note'
    if (/from"?:/.test(event)) return 'updated'
    return ticket(post).has('ticket_subject') || ticket(post).has('ticket_id') ? 'created' : 'unnamed'
  },
  topic: (post) =>
    thread(number(post) && threadId(post), numbered(number(post), ticket(post).text('ticket_subject')) || 'Freshdesk'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    created: {
      about: 'A ticket was created',
      text: (post) => {
        const one = ticket(post)
        const who = one.text('ticket_requester_name', 'ticket_contact_name', 'ticket_requester_email')
        return lines(
          activity(
            who,
            md`opened ${titled(post)}`,
            plainText(one.text('ticket_description', 'ticket_latest_public_comment')),
          ),
          facts({
            Status: named('status', one.text('ticket_status')),
            Priority: named('priority', one.text('ticket_priority')),
            Type: one.text('ticket_type'),
            Agent: one.text('ticket_agent_name'),
          }),
        )
      },
    },
    updated: {
      about: 'The status, priority or type of a ticket changed',
      text: (post) => {
        const one = ticket(post)
        const [, field = '', from = '', to = ''] = change.exec(triggered(post)) ?? []
        const name = spaced(field.replace('ticket_', ''))
        const word = (value: string) => named(name, value.trim())
        // agents and groups are numbers, which no one knows
        const isNumbered = name === 'agent' || name === 'group' || name === 'responder'
        const after = isNumbered
          ? one.text(name === 'group' ? 'ticket_group_name' : 'ticket_agent_name') || 'someone else'
          : word(to) || one.text('ticket_status')
        const before = isNumbered ? '' : word(from)
        return md`${capital(name) || 'A change'} of ${titled(post)}: ${around('', before, ' → ')}${bold(after)}`
      },
    },
    note: {
      about: 'Someone replied to a ticket, or added a note',
      text: (post) =>
        activity(
          ticket(post).text('ticket_agent_name', 'ticket_requester_name') || 'Someone',
          md`${triggered(post).includes('private') ? 'added a private note to' : 'replied to'} ${titled(post)}`,
          plainText(ticket(post).text('ticket_latest_public_comment', 'ticket_latest_private_comment')),
        ),
    },
  },
})
