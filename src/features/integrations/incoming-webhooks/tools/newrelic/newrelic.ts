import { around, bold, facts, lines, link, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { duration, signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { quiet, type Said, tool } from '../tool.ts'

/** Names differ between New Relic's current template, its former one, and the older policies. */
const stateOf = (payload: Part) => payload.text('state', 'current_state', 'issueState').toLowerCase()

function text(payload: Part): Said {
  const state = stateOf(payload)
  const isOver = ['closed', 'resolved'].includes(state)
  if (state === 'created') return quiet
  const sign = isOver
    ? signs.good
    : state === 'acknowledged'
      ? signs.warning
      : payload.text('priority', 'severity').toLowerCase() === 'critical'
        ? signs.bad
        : signs.warning
  const url = payload.text('issueUrl', 'violationChartUrl', 'incident_url', 'issuePageUrl')
  const took = isOver ? duration(payload.number('duration')) : ''
  const title = payload.text('title', 'issueTitle', 'condition_name', 'alertConditionNames.0') || 'An issue'
  return lines(
    md`${sign} ${bold(link(title, url))}: **${state === 'activated' ? 'open' : state}**${around(' after ', took)}`,
    facts({
      Where: payload.text('impactedEntities.0', 'targets.0.name', 'entitiesData.names.0'),
      Condition: payload.text('alertConditionNames.0', 'condition_name'),
      Policy: payload.text('alertPolicyNames.0', 'policy_name'),
      Details: payload.text('details'),
      Owner: payload.text('owner').replace('N/A', ''),
    }),
  )
}
const kind = (about: string) => ({ about, text: ({ payload }: { payload: Part }) => text(payload) })

export const newrelic = tool({
  name: 'newrelic',
  displayName: 'New Relic',
  category: 'monitoring',
  setup: [
    { kind: 'open', text: 'Alerts → Workflows → Notify → Webhook' },
    { kind: 'defaults' },
    { kind: 'header', text: 'X-Webhook-Secret' },
  ],
  documentation: 'https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/',
  topicRule: {
    topic: 'the policy, else the condition',
    why: 'the title of an issue changes when another incident joins it',
  },
  verification: authorization,
  event: ({ payload }) => stateOf(payload) || 'unnamed',
  topic: ({ payload }) =>
    payload.text('alertPolicyNames.0', 'policy_name', 'alertConditionNames.0', 'condition_name', 'title') ||
    'New Relic',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    created: kind('An issue was found (posted when it becomes active)'),
    activated: kind('An issue is active'),
    open: kind('An incident was opened'),
    acknowledged: kind('Someone acknowledged an issue'),
    closed: kind('An issue was closed'),
    resolved: kind('An issue was resolved'),
  },
})
