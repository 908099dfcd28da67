import type { Part } from './payload.ts'

const state =
  '(?:re-)?(?:firing|resolved|alerting|ok|no ?data|paused|pending|triggered|warn|warning|critical|error|recovered|renotify|alert|p[1-5])'
const inBrackets = new RegExp(`^\\[${state}(?:[^\\w\\]][^\\]]{0,500})?\\]\\s*`, 'i')
const beforeColon = /^(?:resolved|critical|warning|recovered|triggered|firing|ok):\s+/i

/** An alert's title without the states before it, which change: `[FIRING:2] Disk` and `Resolved: Disk` become `Disk`. */
export function withoutState(title: string): string {
  let rest = title.slice(0, 2_000).trim()
  for (let from = ''; from !== rest; ) {
    from = rest
    rest = rest.replace(inBrackets, '').replace(beforeColon, '')
  }
  return rest || title
}

/**
 * The topic of a group of alerts from Alertmanager or Grafana: the name of the alert if they are grouped by it, else the
 * labels that they are grouped by. Labels that are only common to the alerts change when another one fires.
 */
export function groupTopic(group: Part): string {
  const name = group.text('groupLabels.alertname')
  if (name !== '') return name
  const labels = group.fields('groupLabels').filter(([label, value]) => !label.startsWith('__') && value.words !== '')
  if (labels.length > 0) return labels.map(([label, value]) => `${label}=${value.words}`).join(', ')
  // alerts that aren't grouped by any label all belong to one group
  if (group.has('groupLabels') && group.has('receiver')) return group.text('receiver')
  return group.text('commonLabels.alertname', 'ruleName') || withoutState(group.text('title')) || group.text('receiver')
}
