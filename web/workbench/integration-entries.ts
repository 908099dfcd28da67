import { serviceInterfaces } from '../../src/features/people/users/bot-wire.ts'
import type { Entry } from './entries.ts'
import { secs, told } from './organization-team.ts'
import { seen } from './settings-page.ts'
import { message } from './team.ts'
import { painted, there } from './waiting.ts'

const request = (id: number, more: object) => ({
  ...{ id, at: secs - id * 40, succeeded: true, is_test: false, status: 200, duration_ms: 12 + 7 * id },
  ...{ problem: '', answer: '', integration: '', event: '', left_out: '' },
  ...more,
})
const outgoing = {
  deliveries: [
    request(1, {
      ...{ direction: 'outgoing', succeeded: false, status: 404, duration_ms: 212 },
      ...{ problem: 'it answered with status 404', answer: '<html>no such page</html>' },
    }),
    request(2, { direction: 'outgoing', is_test: true, duration_ms: 1_204, answer: '{"content":"Hello"}' }),
    request(3, {
      ...{ direction: 'outgoing', succeeded: false, status: null },
      problem: 'hooks.example.org cannot be reached (ECONNREFUSED)',
    }),
  ],
}
/** One of each outcome of an incoming post. */
const incoming = {
  deliveries: [
    request(1, { direction: 'incoming', integration: 'github', event: 'pull_request.opened' }),
    request(2, { direction: 'incoming', integration: 'github', event: 'ping', is_test: true }),
    ...['unknown', 'quiet', 'filtered', 'repeated'].map((left_out, index) =>
      request(3 + index, { direction: 'incoming', integration: 'github', event: 'sponsorship.created', left_out }),
    ),
    request(7, {
      ...{ direction: 'incoming', integration: 'github', succeeded: false, status: 401 },
      problem:
        'The signature or secret is wrong: HMAC-SHA-256 in x-hub-signature-256, or HMAC-SHA-1 in x-hub-signature',
    }),
  ],
}
const unknown = {
  unknown_events: [
    { integration: 'github', event: 'sponsorship.created', count: 3, last_at: secs },
    { integration: 'stripe', event: 'radar.early_fraud_warning.created', count: 1, last_at: secs - 86_400 },
  ],
}
const tool = (name: string, display_name: string, more: object = {}) => ({
  ...{ name, display_name, category: 'Code and reviews', category_key: 'code' },
  ...{ samples: ['ping', 'issue opened', 'pull request merged'] },
  setup: 'In the repository or organization: Settings → Webhooks → Add webhook; content type `application/json`.',
  setup_steps: [
    { kind: 'open', text: 'Settings → Webhooks → Add webhook', code: '' },
    { kind: 'url', text: '', code: '' },
    { kind: 'file', text: 'webhooks.yml', code: 'webhooks:\n  - url: WEBHOOK_URL' },
    { kind: 'once', text: '', code: '' },
  ],
  documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
  verification: 'HMAC-SHA-256 in `x-hub-signature-256`',
  events: [
    { name: 'ping', description: 'The webhook was set up' },
    { name: 'pull_request_review_comment', description: 'Someone commented on a line of a pull request' },
  ],
  ...more,
})
const tools = {
  integrations: [
    tool('github', 'GitHub'),
    tool('gitea', 'Gitea, Forgejo and Gogs'),
    tool('alertmanager', 'Prometheus Alertmanager', { category_key: 'monitoring' }),
    tool('uptimekuma', 'Uptime Kuma', { category_key: 'monitoring' }),
    tool('generic', 'Anything, by a template', { category_key: 'anything', samples: ['an order'] }),
  ],
}
const templates = { topic: 'Order {{ order.number }}', text: 'Order **{{ order.number }}** of {{ order.customer }}' }
const ofBot = {
  ...{ user_id: 20, default_sending_stream: null, default_events_register_stream: null },
  ...{ default_all_public_streams: false, services: [] },
  integrations: [
    {
      ...{ name: 'github', has_secret: true, topic: '', text: '' },
      usual: { stream_id: 1, topic: '', exclude_events: ['ping'], branches: ['main'] },
    },
    { name: 'generic', has_secret: false, ...templates, usual: null },
  ],
}
const ofOutgoingBot = {
  ...{ user_id: 21, default_sending_stream: null, default_events_register_stream: null },
  ...{ default_all_public_streams: false, integrations: [] },
  services: [
    {
      base_url: 'https://hooks.example.org/loom',
      interface: serviceInterfaces.own,
      token: 'xvOzfurIutdRRVLzpXrIIHXJvNfaJLJ0',
    },
  ],
}
const answers = {
  'GET /integrations': tools,
  'GET /bots/deliveries': {
    deliveries: [
      { bot_id: 20, integration: 'github', last_at: secs - 300, problem: '' },
      { bot_id: 20, integration: 'json', last_at: secs - 86_400, problem: 'Invalid payload: it is not JSON' },
      { bot_id: 21, integration: '', last_at: secs - 4_000, problem: 'it answered with status 404' },
    ],
  },
  'GET /bots/20/deliveries': incoming,
  'GET /bots/20/integrations': unknown,
  'GET /bots/20/api_key': { api_key: 'vGHoYlVEnuH4oC8DgmWj5Q0Eb8dQWq3T' },
  'POST /integrations/generic/preview': {
    ...{ topic: 'Order 1042', content: 'Order **1042** of Ada' },
    rendered: '<p>Order <strong>1042</strong> of Ada</p>',
  },
}

const shown = (selector: string) => there(`.settings-page ${selector}`)
export const integrationEntries: readonly Entry[] = [
  { name: 'all bots', hash: '#organization/bots', told, after: seen('.person-line') },
  {
    ...{ name: 'integrations', hash: '#organization/integrations', answers, after: seen('.records') },
    told: { ...told, realm_bots: [ofBot] },
  },
  {
    name: 'integrations, none yet',
    hash: '#organization/integrations',
    told: { ...told, realm_users: told.realm_users.filter(({ user_id }) => user_id < 20) },
    answers: { ...answers, 'GET /bots/deliveries': { deliveries: [] } },
    after: seen('.list-empty'),
  },
  {
    ...{ name: 'integrations, choosing a tool', hash: '#organization/integrations/new', told, answers },
    after: seen('.tools'),
  },
  {
    ...{ name: 'integrations, no tool found', hash: '#organization/integrations/new', told, answers },
    after: async () => {
      const field = (await shown('input.filter')) as HTMLInputElement
      field.value = 'zzz'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await painted()
    },
  },
  {
    ...{ name: 'integrations, connecting a tool', hash: '#organization/integrations/new-github', told, answers },
    after: async () => {
      ;(await shown('.integration-more summary')).click()
      await painted()
    },
  },
  {
    ...{ name: 'integrations, a new outgoing webhook', hash: '#organization/integrations/new-outgoing', told, answers },
    after: seen('.integration-form'),
  },
  {
    name: 'integrations, an outgoing one',
    hash: '#organization/integrations/21',
    told: { ...told, realm_bots: [ofOutgoingBot] },
    answers: {
      'GET /bots/21/deliveries': outgoing,
      'POST /bots/21/test_delivery': {
        ...{ succeeded: false, status: null, duration_ms: 10_004, answer: '', reply: null },
        problem: 'hooks.example.org did not answer within 10 seconds',
      },
    },
    after: async () => {
      await shown('.records')
      ;(await shown('.integration-test .button')).click()
      await shown('.integration-test .setting-problem')
      await painted()
    },
  },
  {
    name: 'integrations, an incoming one that nothing has used yet',
    hash: '#organization/integrations/20',
    told,
    said: [],
    answers: {
      ...answers,
      'GET /bots/20/deliveries': { deliveries: [] },
      'GET /bots/20/integrations': { unknown_events: [] },
    },
    after: async () => {
      await shown('.list-empty')
      await painted()
    },
  },
  {
    name: 'integrations, a tool with its address, secret and last posts',
    hash: '#organization/integrations/20-github',
    told: { ...told, realm_bots: [ofBot] },
    answers,
    after: async () => {
      ;(await shown('.integration-url button:last-child')).click()
      ;(await shown('.integration-more summary')).click()
      await shown('.records')
      await painted()
    },
  },
  {
    name: 'integrations, a sample that was posted',
    hash: '#organization/integrations/20-github',
    told: { ...told, realm_bots: [ofBot] },
    said: [message(301, 20, '<p><strong>ben</strong> opened issue #3 The door squeaks.</p>', {})],
    answers: { ...answers, 'POST /bots/20/test_post': { message_id: 301 } },
    after: async () => {
      ;(await shown('.integration-line.is-low button')).click()
      await shown('.arrival')
      await painted()
    },
  },
  {
    name: 'integrations, templates with what they make of a payload',
    hash: '#organization/integrations/20-generic',
    told: { ...told, realm_bots: [ofBot] },
    answers,
    after: async () => {
      ;(await shown('.integration-settings form:last-of-type button[type=button]')).click()
      ;(await shown('.integration-preview')).scrollIntoView()
      await painted()
    },
  },
]
