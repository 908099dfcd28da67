import { around, bold, facts, joined, lines, md, mono, quote } from '../markdown.ts'
import { signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { table } from '../table.ts'
import { type EventKind, type Post, quiet, tool } from '../tool.ts'

const who = ({ payload }: Post) => payload.text('alert.username', 'alert.updatedBy', 'source.name')
const titled = ({ payload }: Post) =>
  md`${bold(payload.text('alert.message') || 'Alert')}${around(' (', mono(payload.text('alert.tinyId', 'alert.alias').slice(0, 40)), ')')}`
const said = (about: string, sign: string, verb: string): EventKind => ({
  about,
  text: (post) => md`${sign} ${titled(post)} was ${verb}${around(' by ', bold(who(post)))}.`,
})

export const opsgenie = tool({
  name: 'opsgenie',
  displayName: 'Opsgenie',
  category: 'monitoring',
  setup: 'Settings → Integrations → Add integration → Webhook; custom headers can contain the secret.',
  documentation: 'https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/',
  topicRule: {
    topic: 'the message of the alert',
    why: 'acknowledgments and notes have it too; a recurring alert returns to its topic',
  },
  verification: authorization,
  event: ({ payload }) => payload.text('action') || 'unnamed',
  topic: ({ payload }) => payload.text('alert.message', 'alert.entity') || 'Opsgenie',
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
    UnAcknowledge: said('Nobody takes care of an alert any more', signs.bad, 'unacknowledged'),
    Close: said('An alert was closed', signs.good, 'closed'),
    Delete: said('An alert was deleted', signs.off, 'deleted'),
    Escalate: said('An alert was escalated', signs.bad, 'escalated'),
    Snooze: said('An alert was put off', signs.off, 'snoozed'),
    AssignOwnership: {
      about: 'An alert was assigned',
      text: (post) => md`${titled(post)} was assigned to ${bold(post.payload.text('alert.owner') || 'someone')}.`,
    },
    AddNote: {
      about: 'Someone wrote a note',
      text: (post) => lines(md`${bold(who(post))} on ${titled(post)}:`, quote(post.payload.text('alert.note'))),
    },
    ...Object.fromEntries(
      [
        ['TakeOwnership', 'Someone took an alert'],
        ['AddRecipient', 'Another person is notified about an alert'],
        ['AddTeam', 'A team is notified about an alert'],
        ['AddTags', 'An alert was given tags'],
        ['RemoveTags', 'Tags were taken from an alert'],
      ].map(([name = '', about = '']) => [name, { about, text: () => quiet }]),
    ),
    UpdatePriority: {
      about: 'The priority of an alert changed',
      text: (post) => md`${titled(post)} has the priority **${post.payload.text('alert.priority')}** now.`,
    },
  },
})
