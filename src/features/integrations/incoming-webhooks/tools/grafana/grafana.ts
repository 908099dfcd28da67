import { groupTopic } from '../alert-topic.ts'
import {
  around,
  blocks,
  bold,
  facts,
  joined,
  lines,
  link,
  type Markdown,
  md,
  mono,
  points,
  quote,
} from '../markdown.ts'
import type { Part } from '../payload.ts'
import { moment, signOf, signs } from '../sentences.ts'
import { authorization, hmac, oneOf } from '../signatures.ts'
import { tool } from '../tool.ts'

function alertText(alert: Part): Markdown {
  const isFiring = alert.text('status') !== 'resolved'
  const labels = alert
    .fields('labels')
    .filter(([name]) => !['alertname', 'grafana_folder', '__alert_rule_uid__'].includes(name))
    .slice(0, 6)
    .map(([name, value]) => mono(`${name}=${value.words}`))
  const values = alert
    .fields('values')
    .slice(0, 5)
    .map(([name, value]) => md`${name} = **${value.words}**`)
  const links = [
    link('panel', alert.text('panelURL')),
    link('dashboard', alert.text('dashboardURL')),
    link('rule', alert.text('generatorURL')),
    link('silence', alert.text('silenceURL')),
  ].filter(({ text }) => text !== '' && text.startsWith('['))
  const time = moment(alert.text(isFiring ? 'startsAt' : 'endsAt'))
  return lines(
    md`${bold(alert.text('annotations.summary', 'labels.alertname') || 'Alert')}${around(' ', joined(labels, ' '))}`,
    md`  ${alert.text('annotations.description')}`,
    values.length === 0 || !isFiring ? undefined : md`  ${joined(values, ', ')}`,
    around('  ', joined([around(isFiring ? 'since ' : 'ended ', time), ...links], ' · ')),
  )
}

export const grafana = tool({
  name: 'grafana',
  displayName: 'Grafana',
  category: 'monitoring',
  setup: [{ kind: 'open', text: 'Alerting → Contact points → Add contact point → Webhook' }],
  documentation:
    'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
  topicRule: {
    topic: 'the alert name if alerts are grouped by it, else the group labels (`team=blue`); the rule in Grafana 8',
    why: 'the title contains the number of alerts',
  },
  verification: oneOf(hmac({ header: 'x-grafana-alerting-signature' }), authorization),
  event: ({ payload }) =>
    payload.has('alerts') ? payload.text('status') || 'firing' : payload.text('state') || 'unnamed',
  topic: ({ payload }) => groupTopic(payload) || 'Grafana',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    firing: { about: 'Alerts are firing', text: ({ payload }) => groupText(payload) },
    resolved: { about: 'All alerts of a group are resolved', text: ({ payload }) => groupText(payload) },
    alerting: { about: 'An alert is firing (Grafana 8 and earlier)', text: ({ payload }) => oldText(payload) },
    ok: { about: 'An alert is resolved (Grafana 8 and earlier)', text: ({ payload }) => oldText(payload) },
    no_data: { about: 'There is no data (Grafana 8 and earlier)', text: ({ payload }) => oldText(payload) },
    paused: { about: 'An alert was paused (Grafana 8 and earlier)', text: ({ payload }) => oldText(payload) },
    pending: { about: 'An alert is pending (Grafana 8 and earlier)', text: ({ payload }) => oldText(payload) },
  },
})

function groupText(payload: Part): Markdown {
  const alerts = payload.list('alerts')
  const firing = alerts.filter((one) => one.text('status') !== 'resolved')
  const over = alerts.filter((one) => one.text('status') === 'resolved')
  return blocks(
    firing.length === 0 ? undefined : lines(md`${signs.bad} **Firing**`, points(firing, alertText)),
    over.length === 0 ? undefined : lines(md`${signs.good} **Resolved**`, points(over, alertText)),
  )
}

const oldText = (payload: Part): Markdown =>
  lines(
    md`${signOf(payload.text('state'))} ${link(payload.text('title', 'ruleName') || 'Alert', payload.text('ruleUrl'))}`,
    quote(payload.text('message'), 500),
    facts(
      Object.fromEntries(
        payload
          .list('evalMatches')
          .slice(0, 8)
          .map((one) => [one.text('metric').replace(/[*\n]/g, ' ').slice(0, 60), one.text('value')]),
      ),
    ),
  )
