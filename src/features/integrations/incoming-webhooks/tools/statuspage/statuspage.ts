import { around, bold, facts, joined, lines, link, md, quote } from '../markdown.ts'
import { signOf, spaced } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { thread } from '../thread.ts'
import { tool } from '../tool.ts'

export const statuspage = tool({
  name: 'statuspage',
  displayName: 'Statuspage',
  category: 'monitoring',
  setup: [{ kind: 'open', text: 'Subscribe to updates → Webhook' }],
  documentation: 'https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/',
  topicRule: { topic: 'the name of the incident or component', why: 'all updates have it' },
  verification: authorization,
  event: ({ payload }) => (payload.has('incident') ? 'incident' : payload.has('component') ? 'component' : 'unnamed'),
  topic: ({ payload }) =>
    thread(
      payload.text('incident.id', 'component.id'),
      payload.text('incident.name', 'component.name') || 'Statuspage',
    ),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    incident: {
      about: 'An incident was reported, updated, or resolved',
      text: ({ payload }) => {
        const incident = payload.at('incident')
        const status = incident.text('status')
        const sign =
          status === 'resolved' || status === 'completed' || status === 'postmortem'
            ? signOf('ok')
            : incident.text('impact') === 'none'
              ? signOf('pending')
              : signOf(incident.text('impact') === 'minor' ? 'minor' : 'critical')
        const parts = incident
          .list('components')
          .slice(0, 10)
          .map((one) => md`${one.text('name')} (${spaced(one.text('status'))})`)
        return lines(
          md`${sign} ${bold(link(incident.text('name'), incident.text('shortlink')))}: **${spaced(status)}**`,
          quote(incident.text('incident_updates.0.body')),
          facts({
            Impact: incident.text('impact') === 'none' ? '' : incident.text('impact'),
            Affected: joined(parts, ', '),
          }),
        )
      },
    },
    component: {
      about: 'The status of a component changed',
      text: ({ payload }) => {
        const [from, to] = [
          payload.text('component_update.old_status'),
          payload.text('component_update.new_status', 'component.status'),
        ]
        const before = around('', spaced(from), ' → ')
        return md`${signOf(to)} ${bold(payload.text('component.name'))}: ${before}**${spaced(to)}**`
      },
    },
  },
})
