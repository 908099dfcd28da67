import { markdownOfHtml } from '../html.ts'
import { around, bold, facts, lines, link, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, numbered, spaced } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { hostOf, thread } from '../thread.ts'
import { type EventKind, type Post, tool } from '../tool.ts'

/** Fields of a trigger's own JSON, and of Zendesk's built-in events. */
const ticket = ({ payload }: Post): Part =>
  payload.has('ticket') ? payload.at('ticket') : payload.has('detail') ? payload.at('detail') : payload
const id = (post: Post) => ticket(post).text('id', 'ticket_id', 'ticket_title_id').replace(/^#/, '')
const title = (post: Post) => ticket(post).text('subject', 'title', 'ticket_title')
const url = (post: Post) => {
  const given = ticket(post).text('url', 'link', 'ticket_url')
  return given === '' || /^https?:/.test(given) ? given : `https://${given}`
}
/** Each account has tickets with the same numbers. */
const threadId = (post: Post) => `${post.payload.text('account_id') || hostOf(url(post))} ${id(post)}`.trim()
const titled = (post: Post) => md`ticket ${link(numbered(id(post), title(post)), url(post))}`
const body = (post: Post) => {
  const words =
    ticket(post).text('latest_comment', 'comment.body', 'comment', 'description', 'message') ||
    post.payload.text('event.comment.body', 'event.comment', 'message')
  return words.includes('</') ? markdownOfHtml(words) : words
}
const who = (post: Post) =>
  ticket(post).text('requester.name', 'requester', 'author') ||
  post.payload.text('event.comment.author.name', 'current_user.name')
const change = (about: string, what: string): EventKind => ({
  about,
  text: (post) => {
    const [before, after] = [post.payload.text('event.previous'), post.payload.text('event.current')]
    const old = around('', spaced(before).toLowerCase(), ' → ')
    return md`${what} of ${titled(post)}: ${old}**${spaced(after || 'none').toLowerCase()}**`
  },
})

export const zendesk = tool({
  name: 'zendesk',
  displayName: 'Zendesk',
  category: 'customers',
  setup: [
    { kind: 'open', text: 'Admin Center → Apps and integrations → Webhooks → Create webhook' },
    { kind: 'events' },
    {
      kind: 'orPayload',
      code: '{"ticket": {"id": "{{ticket.id}}", "title": "{{ticket.title}}", "url": "{{ticket.url}}", "status": "{{ticket.status}}", "requester": "{{ticket.requester.name}}", "latest_comment": "{{ticket.latest_comment}}"}}',
    },
    { kind: 'secret', text: 'Signing secret' },
  ],
  documentation: 'https://developer.zendesk.com/documentation/webhooks/verifying/',
  topicRule: { topic: 'the number and subject of the ticket', why: 'the number stays when the title changes' },
  verification: hmac({
    header: 'x-zendesk-webhook-signature',
    encoding: 'base64',
    time: 'x-zendesk-webhook-signature-timestamp',
    signs: ({ body }, time) => Buffer.concat([Buffer.from(time), body]),
  }),
  event: ({ payload }) =>
    payload.text('type').replace(/^zen:event-type:/, '') ||
    (payload.has('ticket') || payload.has('ticket_id') ? 'trigger' : 'unnamed'),
  topic: (post) => thread(id(post) && threadId(post), numbered(id(post), title(post)) || 'Zendesk'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    trigger: {
      about: 'A trigger posted a ticket',
      text: (post) => {
        const one = ticket(post)
        return lines(
          activity(who(post) || 'Zendesk', md`on ${titled(post)}`, body(post)),
          facts({
            Status: one.text('status').toLowerCase(),
            Priority: one.text('priority').toLowerCase(),
            Assignee: one.text('assignee.name', 'assignee'),
          }),
        )
      },
    },
    'ticket.created': {
      about: 'A ticket was created',
      text: (post) =>
        lines(
          activity(who(post), md`opened ${titled(post)}`, body(post)),
          facts({ Priority: ticket(post).text('priority').toLowerCase() }),
        ),
    },
    'ticket.comment_added': {
      about: 'Someone commented on a ticket',
      text: (post) => activity(who(post), md`commented on ${titled(post)}`, body(post)),
    },
    'messaging_ticket.message_added': {
      about: 'Someone posted in a conversation',
      text: (post) =>
        activity(
          post.payload.text('event.actor.name'),
          md`replied in ${titled(post)}`,
          post.payload.text('event.message.body'),
        ),
    },
    'ticket.status_changed': change('The status of a ticket changed', 'Status'),
    'ticket.priority_changed': change('The priority of a ticket changed', 'Priority'),
    'ticket.agent_assignment_changed': {
      about: 'A ticket was assigned',
      text: (post) => md`${titled(post)} was reassigned.`,
    },
    'ticket.subject_changed': change('The subject of a ticket changed', 'Subject'),
    test: { about: 'The connection was tested', text: () => md`${bold('Zendesk')} is connected.` },
  },
})
