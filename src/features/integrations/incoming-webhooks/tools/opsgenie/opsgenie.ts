import { around, bold, facts, isEmpty, joined, lines, md, mono, quote } from '../markdown.ts'
import { activity, signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { table } from '../table.ts'
import { thread } from '../thread.ts'
import { type EventKind, type Post, quiet, silent, tool } from '../tool.ts'

const who = ({ payload }: Post) => payload.text('alert.username', 'alert.updatedBy', 'source.name')
const titled = ({ payload }: Post) =>
  md`${bold(payload.text('alert.message') || 'Alert')}${around(' (', mono(payload.text('alert.tinyId', 'alert.alias').slice(0, 40)), ')')}`
const said = (about: string, sign: string, verb: string): EventKind => ({
  about,
  text: (post) => md`${sign} ${titled(post)} was ${verb}${around(' by ', bold(who(post)))}.`,
})

const asked = (about: string, ...paths: readonly string[]): EventKind => ({
  about,
  text: (post) =>
    activity(who(post), md`added ${bold(post.payload.text(...paths) || 'a responder')} to ${titled(post)}`),
})
const maxTags = 20
const tagged = (about: string, verb: string, to: string, path: string): EventKind => ({
  about,
  text: (post) => {
    const { payload } = post
    const given = payload.text(path)
    const list = given === '' ? payload.list(path).map((one) => one.words) : given.split(',')
    const tags = joined(
      list.slice(0, maxTags).map((tag) => mono(tag)),
      ', ',
    )
    return isEmpty(tags) ? quiet : activity(who(post), md`${verb} the tags ${tags} ${to} ${titled(post)}`)
  },
})

export const opsgenie = tool({
  name: 'opsgenie',
  displayName: 'Opsgenie',
  category: 'monitoring',
  setup: [
    { kind: 'open', text: 'Settings → Integrations → Add integration → Webhook' },
    { kind: 'header', text: 'X-Webhook-Secret' },
  ],
  documentation: 'https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/',
  topicRule: {
    topic: 'the message of the alert',
    why: 'acknowledgments and notes have it too; a recurring alert returns to its topic',
  },
  verification: authorization,
  event: ({ payload }) => payload.text('action') || 'unnamed',
  topic: ({ payload }) =>
    thread(payload.text('alert.alertId', 'alert.tinyId'), payload.text('alert.message', 'alert.entity') || 'Opsgenie'),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    Create: {
      about: 'An alert was created',
      text: (post) => {
        const alert = post.payload.at('alert')
        const sign = table({ P3: signs.warning, P4: signs.under, P5: signs.under })[alert.text('priority')] ?? signs.bad
        return lines(
          md`${sign} ${titled(post)}`,
          quote(alert.text('description')),
          facts({
            Priority: alert.text('priority'),
            Source: alert.text('source'),
            Entity: alert.text('entity'),
            Tags: joined(
              alert
                .list('tags')
                .slice(0, 10)
                .map((one) => mono(one.words)),
              ' ',
            ),
          }),
        )
      },
    },
    Acknowledge: said('Someone acknowledged an alert', signs.warning, 'acknowledged'),
    UnAcknowledge: said('An alert is no longer acknowledged', signs.bad, 'unacknowledged'),
    Close: said('An alert was closed', signs.good, 'closed'),
    Delete: said('An alert was deleted', signs.off, 'deleted'),
    Escalate: said('An alert was escalated', signs.bad, 'escalated'),
    Snooze: said('An alert was snoozed', signs.off, 'snoozed'),
    AssignOwnership: {
      about: 'An alert was assigned',
      text: (post) => md`${titled(post)} was assigned to ${bold(post.payload.text('alert.owner') || 'someone')}.`,
    },
    AddNote: {
      about: 'Someone added a note',
      text: (post) => activity(who(post), md`added a note to ${titled(post)}`, post.payload.text('alert.note')),
    },
    TakeOwnership: {
      about: 'Someone took ownership of an alert',
      text: (post) => activity(who(post), md`took ownership of ${titled(post)}`),
    },
    AddRecipient: asked('Another person is notified about an alert', 'alert.recipient', 'alert.responder'),
    AddTeam: asked('A team is notified about an alert', 'alert.team', 'alert.teamName'),
    AddResponder: asked('A responder was added to an alert', 'alert.responder', 'alert.recipient', 'alert.team'),
    AddTags: tagged('Tags were added to an alert', 'added', 'to', 'alert.addedTags'),
    RemoveTags: tagged('Tags were removed from an alert', 'removed', 'from', 'alert.removedTags'),
    AddDetails: silent('Details were added to an alert'),
    RemoveDetails: silent('Details were removed from an alert'),
    UnSnooze: said('An alert is no longer snoozed', signs.bad, 'unsnoozed'),
    UpdateMessage: {
      about: 'The message of an alert changed',
      text: (post) => {
        const old = around(' from “', post.payload.text('alert.oldMessage'), '”')
        return activity(who(post), md`renamed the alert${old} to ${titled(post)}`)
      },
    },
    UpdateDescription: {
      about: 'The description of an alert changed',
      text: (post) =>
        activity(who(post), md`changed the description of ${titled(post)}`, post.payload.text('alert.description')),
    },
    UpdatePriority: {
      about: 'The priority of an alert changed',
      text: ({ payload, ...post }) => {
        const change = md`${around('', payload.text('alert.oldPriority'), ' → ')}${bold(payload.text('alert.priority'))}`
        return md`${titled({ payload, ...post })}: priority ${change}`
      },
    },
  },
})
