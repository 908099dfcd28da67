import { groupTopic } from '../alert-topic.ts'
import { around, blocks, bold, facts, joined, lines, link, type Markdown, md, mono, points } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { moment, signOf, signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'

const said = ['alertname', 'severity']

function alertText(alert: Part): Markdown {
  const isFiring = alert.text('status') !== 'resolved'
  const name =
    alert.text('annotations.summary', 'annotations.title', 'annotations.message', 'labels.alertname') || 'Alert'
  const labels = alert
    .fields('labels')
    .filter(([name]) => !said.includes(name))
    .slice(0, 8)
    .map(([name, value]) => mono(`${name}=${value.words}`))
  const links = [
    link('source', alert.text('generatorURL')),
    link('runbook', alert.text('annotations.runbook_url')),
    link('dashboard', alert.text('annotations.dashboard_url', 'dashboardURL')),
  ].filter(({ text }) => text.startsWith('['))
  const time = moment(alert.text(isFiring ? 'startsAt' : 'endsAt'))
  return lines(
    md`${name}${around(' ', joined(labels, ' '))}`,
    alert.text('annotations.description') === name ? undefined : md`  ${alert.text('annotations.description')}`,
    isFiring && !alert.has('startsAt')
      ? undefined
      : around('  ', joined([around(isFiring ? 'since ' : 'ended ', time), ...links], ' · ')),
  )
}

export const alertmanager = tool({
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  category: 'monitoring',
  setup: [
    {
      kind: 'file',
      text: 'alertmanager.yml',
      code: 'receivers:\n  - name: loquat\n    webhook_configs:\n      - url: WEBHOOK_URL',
    },
    { kind: 'secretIn', text: 'http_config.authorization.credentials' },
  ],
  documentation: 'https://prometheus.io/docs/alerting/latest/configuration/#webhook_config',
  topicRule: {
    topic: 'the alert name if alerts are grouped by it, else the group labels (`cluster=eu`)',
    why: 'common labels and the first alert change when another alert fires',
  },
  verification: authorization,
  event: ({ payload }) => payload.text('status') || 'unnamed',
  topic: ({ payload }) => groupTopic(payload) || 'Alerts',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    firing: { about: 'Alerts are firing', text: ({ payload }) => groupText(payload) },
    resolved: { about: 'All alerts of a group are resolved', text: ({ payload }) => groupText(payload) },
  },
})

function groupText(payload: Part): Markdown {
  const alerts = payload.list('alerts')
  const firing = alerts.filter((alert) => alert.text('status') !== 'resolved')
  const over = alerts.filter((alert) => alert.text('status') === 'resolved')
  const severity = payload.text('commonLabels.severity', 'alerts.0.labels.severity')
  const name = link(
    payload.text('commonLabels.alertname', 'groupLabels.alertname') || 'Alerts',
    payload.text('externalURL'),
  )
  const sign = severity === '' ? signs.bad : signOf(severity === 'info' ? 'pending' : severity)
  return blocks(
    firing.length === 0
      ? undefined
      : lines(
          md`${sign} **${firing.length} firing**: ${bold(name)}${around(' (', severity, ')')}`,
          points(firing, alertText),
        ),
    over.length === 0
      ? undefined
      : lines(md`${signs.good} **${over.length} resolved**: ${bold(name)}`, points(over, alertText)),
    (payload.number('truncatedAlerts') ?? 0) > 0 ? facts({ 'Not listed': payload.text('truncatedAlerts') }) : undefined,
  )
}
