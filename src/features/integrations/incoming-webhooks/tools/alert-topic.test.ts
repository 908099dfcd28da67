import { assert, test } from '#test'
import { messageFrom } from '../fixture.ts'
import { withoutState } from './alert-topic.ts'

type Payload = Readonly<Record<string, unknown>>
type Posts = readonly (readonly [payload: Payload, headers?: Readonly<Record<string, string>>])[]

const alert = (name: string, status: string) => ({ status, labels: { alertname: name, cluster: 'eu' } })
const group = (status: string, names: readonly string[], more: Payload): Posts[number] => [
  {
    ...{ status, receiver: 'ops', alerts: names.map((name) => alert(name, status)) },
    commonLabels: names.length === 1 ? { cluster: 'eu', alertname: names[0] } : { cluster: 'eu' },
    ...more,
  },
]
const three = (more: Payload): Posts => [
  group('firing', ['Disk', 'Load'], { ...more, title: '[FIRING:2] (eu)' }),
  group('firing', ['Load'], { ...more, title: '[FIRING:1, RESOLVED:1] (eu)' }),
  group('resolved', ['Load', 'Disk'], { ...more, title: '[RESOLVED] (eu)' }),
]
const titles = (...list: readonly [state: string, title: string][]): Posts =>
  list.map(([state, title]) => [{ alert_transition: state, title, alert_title: title }])
const sentry = (resource: string, action: string, data: Payload): Posts[number] => [
  { action, actor: { name: 'Ben' }, data },
  { 'sentry-hook-resource': resource },
]
const metric = (action: string, title: string) =>
  sentry('metric_alert', action, {
    metric_alert: { alert_rule: { name: 'Slow' }, title },
    description_title: title,
  })
const pager = (event_type: string, data: Payload): Posts[number] => [{ event: { event_type, data } }]
const incident = { id: 'P1', number: 7, title: 'The pump stopped', service: { summary: 'Water' } }
const reference = { id: 'P1', summary: 'The pump stopped', type: 'incident_reference' }
const opsgenie = (action: string, more: Payload = {}): Posts[number] => [
  { action, alert: { message: 'The pump stopped', tinyId: '7', entity: 'pump', ...more } },
]
const relic = (state: string, title: string, conditions: readonly string[]): Posts[number] => [
  { state, title, alertPolicyNames: ['Water'], alertConditionNames: conditions },
]
const kuma = (status: number, msg: string): Posts[number] => [
  { heartbeat: { status, msg }, monitor: { id: 3, name: 'Shop', url: 'https://shop.example' }, msg },
]
const robot = (alertType: string): Posts[number] => [{ monitorFriendlyName: 'Shop', alertType, alertDetails: 'x' }]
const page = (status: string): Posts[number] => [{ incident: { id: 'i', name: 'Slow', status, impact: 'major' } }]
const part = (from: string, to: string): Posts[number] => [
  { component: { name: 'Shop' }, component_update: { old_status: from, new_status: to } },
]
const github = (event: string, action: string, alert: Payload): Posts[number] => [
  { action, alert, repository: { name: 'site' }, sender: { login: 'ben' } },
  { 'x-github-event': event },
]
const shell = { dependency: { package: { name: 'shell' } } }

const cases: readonly [tool: string, topic: string, posts: Posts][] = [
  ['alertmanager', 'cluster=eu', three({ groupLabels: { cluster: 'eu' } })],
  ['alertmanager', 'ops', three({ groupLabels: {} })],
  ['alertmanager', 'Disk', three({ groupLabels: { alertname: 'Disk', cluster: 'eu' } })],
  ['grafana', 'cluster=eu, team=blue', three({ groupLabels: { cluster: 'eu', team: 'blue' } })],
  ['grafana', 'ops', three({ groupLabels: {} })],
  ['grafana', 'Disk', [[{ state: 'alerting', title: '[Alerting] Disk' }], [{ state: 'ok', title: '[OK] Disk' }]]],
  [
    'sentry',
    'orchard',
    [
      sentry('event_alert', 'triggered', {
        event: { url: 'https://s.example/api/0/projects/grove/orchard/events/1/' },
      }),
      sentry('issue', 'assigned', { issue: { title: 'x', project: { name: 'The Orchard', slug: 'orchard' } } }),
      sentry('comment', 'created', { project_slug: 'orchard', comment: 'x' }),
      sentry('issue', 'resolved', { issue: { title: 'x', project: { name: 'The Orchard', slug: 'orchard' } } }),
    ],
  ],
  [
    'sentry',
    'Slow',
    [metric('warning', 'Warning: Slow'), metric('critical', 'Critical: Slow'), metric('resolved', 'Resolved: Slow')],
  ],
  [
    'pagerduty',
    'The pump stopped',
    [
      pager('incident.triggered', incident),
      pager('incident.annotated', { incident: reference, content: 'Leaves' }),
      pager('incident.responder.added', { incident: reference, user: { summary: 'Cleo' } }),
      pager('incident.status_update_published', {
        incident: { ...reference, summary: '[#7] The pump stopped' },
        message: 'x',
      }),
      pager('incident.resolved', incident),
    ],
  ],
  ['opsgenie', 'The pump stopped', [opsgenie('Create'), opsgenie('AddNote', { note: 'x' }), opsgenie('Close')]],
  [
    'datadog',
    'Load of web',
    titles(
      ['Triggered', '[P1] [Triggered on {host:web-1.a-very-long-name.example,env:production}] Load of web'],
      ['Re-Triggered', '[Re-Triggered] Load of web'],
      ['No Data', '[No data] Load of web'],
      ['Recovered', '[Recovered on {host:web-1}] Load of web'],
    ),
  ],
  [
    'newrelic',
    'Water',
    [
      relic('ACTIVATED', 'Low', ['Low']),
      relic('ACKNOWLEDGED', 'Low and 2 more', ['Dry', 'Low']),
      relic('CLOSED', 'Dry', ['Dry']),
    ],
  ],
  [
    'uptimekuma',
    'Shop',
    [
      kuma(0, 'timeout'),
      kuma(2, 'retry'),
      [{ msg: '[Shop][https://shop.example] server certificate will expire in 7 days' }],
      kuma(1, '200'),
    ],
  ],
  ['uptimerobot', 'Shop', [robot('1'), robot('3'), robot('2')]],
  ['statuspage', 'Slow', [page('investigating'), page('monitoring'), page('resolved')]],
  ['statuspage', 'Shop', [part('operational', 'major_outage'), part('major_outage', 'operational')]],
  [
    'github',
    'site / security shell',
    [github('dependabot_alert', 'created', shell), github('dependabot_alert', 'fixed', shell)],
  ],
]

for (const [name, topic, posts] of cases)
  test(`${name}: alerts fire, change, and recover in the topic “${topic}”`, async () => {
    for (const [payload, headers] of posts)
      assert.equal((await messageFrom(name, payload, headers)).topic, topic, JSON.stringify(payload))
  })

test('states before a title are removed, other brackets are kept', () => {
  for (const [title, expected] of [
    ['[FIRING:12, RESOLVED:1] Disk (db)', 'Disk (db)'],
    ['[prod] Disk', '[prod] Disk'],
    ['[Okra] is ripe', '[Okra] is ripe'],
    ['[RESOLVED]', '[RESOLVED]'],
    ['Resolved: Disk: full', 'Disk: full'],
  ] as const)
    assert.equal(withoutState(title), expected)
  withoutState('[ok]'.repeat(500_000))
})
