import type { Entry } from './entries.ts'
import { secs, told } from './organization-team.ts'
import { seen } from './settings-page.ts'
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
  ...{ name, display_name, category: 'Code and reviews', samples: ['ping', 'issue opened', 'pull request merged'] },
  setup: 'In the repository or organization: Settings → Webhooks → Add webhook; content type `application/json`.',
  documentation: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
  verification: 'HMAC-SHA-256 in `x-hub-signature-256`',
  events: [
    { name: 'ping', description: 'The webhook was set up' },
    { name: 'pull_request_review_comment', description: 'Someone commented on a line of a pull request' },
  ],
  ...more,
})
const tools = {
  integrations: [tool('github', 'GitHub'), tool('generic', 'Anything, by a template', { samples: ['an order'] })],
}
const templates = { topic: 'Order {{ order.number }}', text: 'Order **{{ order.number }}** of {{ order.customer }}' }
const ofBot = {
  ...{ user_id: 20, default_sending_stream: null, default_events_register_stream: null },
  ...{ default_all_public_streams: false, services: [] },
  integrations: [
    { name: 'github', has_secret: true, topic: '', text: '' },
    { name: 'generic', has_secret: false, ...templates },
  ],
}
const answers = {
  'GET /integrations': tools,
  'GET /bots/20/deliveries': incoming,
  'GET /bots/20/integrations': unknown,
  'GET /bots/20/api_key': { api_key: 'vGHoYlVEnuH4oC8DgmWj5Q0Eb8dQWq3T' },
  'POST /integrations/generic/preview': {
    ...{ topic: 'Order 1042', content: 'Order **1042** of Ada' },
    rendered: '<p>Order <strong>1042</strong> of Ada</p>',
  },
}

const shown = (selector: string) => there(`.settings-page ${selector}`)
const chosen = async (name: string) => {
  const list = (await shown(`select:has(option[value=${name}])`)) as HTMLSelectElement
  list.value = name
  list.dispatchEvent(new Event('change', { bubbles: true }))
  await shown('.integration-settings')
}

export const integrationEntries: readonly Entry[] = [
  { name: 'all bots', hash: '#organization/bots', told, after: seen('.person-line') },
  { name: 'integrations', hash: '#organization/integrations', told, after: seen('.records') },
  {
    name: 'integrations, an outgoing one',
    hash: '#organization/integrations/21',
    told,
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
    hash: '#organization/integrations/20',
    told: { ...told, realm_bots: [ofBot] },
    answers,
    after: async () => {
      await chosen('github')
      ;(await shown('details summary')).click()
      ;(await shown('.integration-test button[type=button]')).click()
      await shown('input[readonly]')
      await shown('.records')
      await painted()
    },
  },
  {
    name: 'integrations, a sample that was posted',
    hash: '#organization/integrations/20',
    told: { ...told, realm_bots: [ofBot] },
    answers,
    after: async () => {
      await chosen('github')
      ;(await shown('.integration-test .primary')).click()
      await shown('.integration-test [role=status]:not(:empty)')
      ;(await shown('.integration-part')).scrollIntoView()
      await painted()
    },
  },
  {
    name: 'integrations, templates with what they make of a payload',
    hash: '#organization/integrations/20',
    told: { ...told, realm_bots: [ofBot] },
    answers,
    after: async () => {
      await chosen('generic')
      ;(await shown('.integration-settings form:last-of-type button[type=button]')).click()
      ;(await shown('.integration-preview')).scrollIntoView()
      await painted()
    },
  },
]
