import { lineOfHtml, markdownOfHtml } from '../html.ts'
import { bold, facts, lines, link, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, spaced } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { thread } from '../thread.ts'
import { type EventKind, type Post, quiet, tool } from '../tool.ts'

const item = ({ payload }: Post): Part => payload.at('data.item')
const name = (part: Part) => part.text('name', 'email', 'id')
const customer = (post: Post) =>
  name(item(post).at('source.author')) ||
  name(item(post).at('contacts.contacts.0')) ||
  name(item(post).at('user')) ||
  'Someone'
const conversation = (post: Post, words = 'conversation') => {
  const workspace = post.payload.text('app_id')
  const given = item(post).text('links.conversation_web')
  const id = encodeURIComponent(item(post).text('id'))
  return link(
    words,
    given ||
      (workspace === ''
        ? ''
        : `https://app.intercom.com/a/inbox/${encodeURIComponent(workspace)}/inbox/conversation/${id}`),
  )
}
const part = (post: Post): Part => item(post).at('conversation_parts.conversation_parts.0')
const topic = (post: Post) =>
  thread(
    item(post).text('id'),
    lineOfHtml(item(post).text('source.subject', 'title')) || `conversation with ${customer(post)}`,
  )
const wrote = (
  about: string,
  verb: string,
  text: (post: Post) => string,
  who: (post: Post) => string = (post) => name(part(post).at('author')) || 'Someone',
): EventKind => ({
  about,
  topic,
  text: (post) =>
    activity(who(post), md`${verb} ${conversation(post)} with ${bold(customer(post))}`, markdownOfHtml(text(post))),
})
const did = (about: string, verb: string): EventKind => wrote(about, verb, (post) => part(post).text('body'))

export const intercom = tool({
  name: 'intercom',
  displayName: 'Intercom',
  category: 'customers',
  setup: [
    { kind: 'open', text: 'Developer Hub → Webhooks' },
    { kind: 'events' },
    { kind: 'secret', text: 'Client secret' },
  ],
  documentation: 'https://developers.intercom.com/docs/references/webhooks/webhook-models',
  topicRule: { topic: 'the subject, or the customer', why: 'all messages of a conversation' },
  verification: hmac({ header: 'x-hub-signature', algorithm: 'sha1', prefix: 'sha1=' }),
  answersGet: true,
  event: ({ payload }) => payload.text('topic') || 'unnamed',
  topic: () => 'Intercom',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    ping: { about: 'The connection was tested', text: () => md`Intercom is connected.` },
    'conversation.user.created': {
      about: 'A customer started a conversation',
      topic,
      text: (post) =>
        activity(
          customer(post),
          md`started a ${conversation(post)}`,
          markdownOfHtml(item(post).text('source.body', 'conversation_message.body')),
        ),
    },
    'conversation.user.replied': {
      about: 'A customer replied',
      topic,
      text: (post) =>
        activity(customer(post), md`replied in a ${conversation(post)}`, markdownOfHtml(part(post).text('body'))),
    },
    'conversation.admin.replied': did('A teammate replied', 'replied in the'),
    'conversation.admin.noted': did('A teammate added a note', 'added a note to the'),
    'conversation.admin.assigned': {
      about: 'A conversation was assigned',
      topic,
      text: (post) => {
        const to = bold(name(part(post).at('assigned_to')) || 'someone')
        return md`The ${conversation(post)} with ${bold(customer(post))} was assigned to ${to}.`
      },
    },
    'conversation.admin.closed': did('A conversation was closed', 'closed the'),
    'conversation.admin.opened': did('A conversation was reopened', 'reopened the'),
    'conversation.admin.snoozed': did('A conversation was snoozed', 'snoozed the'),
    'conversation.admin.single.created': did('A teammate started a conversation', 'started a'),
    'conversation.admin.unsnoozed': { about: 'A conversation is no longer snoozed', text: () => quiet },
    'conversation.deleted': { about: 'A conversation was deleted', text: () => quiet },
    'conversation.rating.added': {
      about: 'A customer rated a conversation',
      topic,
      text: (post) =>
        activity(
          customer(post),
          md`rated a ${conversation(post)} **${item(post).text('conversation_rating.rating')} of 5**`,
          item(post).text('conversation_rating.remark'),
        ),
    },
    'ticket.created': {
      about: 'A ticket was created',
      topic: (post) => item(post).text('ticket_attributes._default_title_') || 'tickets',
      text: (post) =>
        lines(
          md`New ticket: ${bold(item(post).text('ticket_attributes._default_title_') || `#${item(post).text('ticket_id')}`)}`,
          facts({ Type: item(post).text('ticket_type.name'), State: spaced(item(post).text('ticket_state')) }),
        ),
    },
    'contact.user.created': {
      about: 'A customer was added',
      text: (post) => md`New customer: ${bold(name(item(post)))}`,
    },
    'contact.lead.created': { about: 'A lead was added', text: (post) => md`New lead: ${bold(name(item(post)))}` },
  },
})
