import { around, bold, facts, joined, lines, link, type Markdown, md, quote } from '../markdown.ts'
import { activity, numbered, signs, spaced } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { thread } from '../thread.ts'
import { type EventKind, type Post, quiet, tool } from '../tool.ts'

const incident = ({ payload }: Post) =>
  payload.has('event.data.incident') ? payload.at('event.data.incident') : payload.at('event.data')
/** References to an incident have only a summary, which may begin with its number. */
const titleOf = (post: Post) =>
  incident(post).text('title') ||
  incident(post)
    .text('summary')
    .replace(/^\[#\d+\]\s+/, '')
const titled = (post: Post): Markdown =>
  link(numbered(incident(post).text('number'), titleOf(post)) || 'an incident', incident(post).text('html_url'))
const who = ({ payload }: Post) => payload.text('event.agent.summary')
const people = (post: Post) =>
  joined(
    incident(post)
      .list('assignees')
      .map((one) => bold(one.text('summary'))),
    ', ',
  )

const said = (about: string, sign: string, verb: string): EventKind => ({
  about,
  text: (post) => md`${sign} ${titled(post)} was ${verb}${around(' by ', bold(who(post)))}.`,
})

export const pagerduty = tool({
  name: 'pagerduty',
  displayName: 'PagerDuty',
  category: 'monitoring',
  setup: [{ kind: 'open', text: 'Integrations → Generic Webhooks (v3) → New Webhook' }, { kind: 'once' }],
  documentation: 'https://developer.pagerduty.com/docs/webhooks-overview',
  topicRule: { topic: 'the title of the incident', why: 'notes and responders name the incident, but not its service' },
  verification: hmac({ header: 'x-pagerduty-signature', prefix: 'v1=', isList: true }),
  event: ({ payload }) => payload.text('event.event_type') || 'unnamed',
  topic: (post) => thread(incident(post).text('id'), titleOf(post) || 'PagerDuty'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'incident.triggered': {
      about: 'An incident started',
      text: (post) => {
        const one = incident(post)
        return lines(
          md`${signs.bad} ${titled(post)}`,
          facts({
            Service: one.text('service.summary'),
            Urgency: one.text('urgency'),
            Priority: one.text('priority.summary'),
            'Assigned to': people(post),
          }),
        )
      },
    },
    'incident.acknowledged': said('Someone acknowledged an incident', signs.warning, 'acknowledged'),
    'incident.unacknowledged': said('An incident is no longer acknowledged', signs.bad, 'unacknowledged'),
    'incident.resolved': said('An incident was resolved', signs.good, 'resolved'),
    'incident.reopened': said('An incident was reopened', signs.bad, 'reopened'),
    'incident.escalated': said('An incident was escalated', signs.bad, 'escalated'),
    'incident.delegated': said('An incident was delegated', signs.warning, 'delegated'),
    'incident.reassigned': {
      about: 'An incident was reassigned',
      text: (post) =>
        md`${signs.warning} ${titled(post)} was assigned to ${people(post)}${around(' by ', bold(who(post)))}.`,
    },
    'incident.priority_updated': {
      about: 'The priority of an incident changed',
      text: (post) =>
        md`The priority of ${titled(post)} is now **${incident(post).text('priority.summary') || 'none'}**.`,
    },
    'incident.annotated': {
      about: 'Someone added a note',
      text: (post) => activity(who(post), md`added a note to ${titled(post)}`, post.payload.text('event.data.content')),
    },
    'incident.status_update_published': {
      about: 'A status update was posted',
      text: (post) =>
        lines(
          md`${bold(who(post) || 'PagerDuty')} on ${titled(post)}:`,
          quote(post.payload.text('event.data.message')),
        ),
    },
    'incident.responder.added': {
      about: 'A responder was requested',
      text: (post) => {
        const asked = post.payload.text('event.data.user.summary', 'event.data.escalation_policy.summary')
        return md`${bold(asked || 'Someone')} was asked to help with ${titled(post)}.`
      },
    },
    'incident.responder.replied': {
      about: 'A requested responder replied',
      text: (post) => {
        const asked = bold(post.payload.text('event.data.user.summary') || 'Someone')
        const answer = around(': **', spaced(post.payload.text('event.data.state')), '**')
        return md`${asked} answered the request to help with ${titled(post)}${answer}`
      },
    },
    service: { about: 'A service was created, changed or deleted', text: () => quiet },
    'pagey.ping': {
      about: 'The connection was tested',
      text: () => md`PagerDuty is connected.`,
      topic: () => 'PagerDuty',
    },
  },
})
