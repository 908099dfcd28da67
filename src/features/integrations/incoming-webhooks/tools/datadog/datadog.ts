import { withoutState } from '../alert-topic.ts'
import { bold, facts, joined, lines, link, md, mono, quote } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { moment, signs } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'

/** Variable names of Datadog's own webhook template, and names that people commonly use. */
const first = (payload: Part, ...names: readonly string[]) => {
  const words = payload.text(...names)
  // a variable without a value is sent as its placeholder
  return /^\$[A-Z_]+$/.test(words) ? '' : words
}
const kindOf = (payload: Part) => first(payload, 'alert_transition', 'transition', 'ALERT_TRANSITION').toLowerCase()
const type = (payload: Part) => first(payload, 'alert_type', 'type').toLowerCase()

export const datadog = tool({
  name: 'datadog',
  displayName: 'Datadog',
  category: 'monitoring',
  setup: [
    { kind: 'open', text: 'Integrations → Webhooks → New' },
    {
      kind: 'addPayload',
      code: '"alert_transition": "$ALERT_TRANSITION", "link": "$LINK", "hostname": "$HOSTNAME", "tags": "$TAGS"',
    },
    { kind: 'mention', text: '@webhook-NAME' },
    { kind: 'header', text: 'X-Webhook-Secret' },
  ],
  documentation: 'https://docs.datadoghq.com/integrations/webhooks/',
  topicRule: {
    topic: "the monitor's title without its state",
    why: 'the title begins with the state and its scope (`[Triggered on …]`)',
  },
  verification: authorization,
  event: ({ payload }) => kindOf(payload).replace(/\s+/g, '_') || (payload.has('title') ? 'event' : 'unnamed'),
  topic: ({ payload }) => withoutState(first(payload, 'alert_title', 'title', 'event_title')) || 'Datadog',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: Object.fromEntries(
    [
      ['triggered', 'A monitor was triggered'],
      ['re-triggered', 'A monitor was triggered again'],
      ['warn', 'A monitor warned'],
      ['re-warn', 'A monitor warned again'],
      ['recovered', 'A monitor recovered'],
      ['no_data', 'A monitor has no data'],
      ['re-no_data', 'A monitor still has no data'],
      ['renotify', 'A monitor sent a reminder'],
      ['event', 'An event was posted'],
    ].map(([name = '', about = '']) => [name, { about, text: ({ payload }: { payload: Part }) => text(payload) }]),
  ),
})

function text(payload: Part) {
  const kind = kindOf(payload)
  const sign =
    kind.includes('recover') || type(payload) === 'success'
      ? signs.good
      : kind.includes('no data')
        ? signs.off
        : kind.includes('warn') || type(payload) === 'warning'
          ? signs.warning
          : kind === '' && type(payload) !== 'error'
            ? signs.under
            : signs.bad
  const body = first(payload, 'body', 'event_msg', 'text_only_msg')
    .replace(/%%%|@webhook-[\w-]+/g, '')
    .trim()
  const tags = first(payload, 'tags')
    .split(',', 12)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return lines(
    md`${sign} ${bold(link(first(payload, 'title', 'event_title', 'alert_title') || 'Datadog', first(payload, 'link', 'url')))}`,
    quote(body, 1_000),
    facts({
      Host: mono(first(payload, 'hostname', 'host')),
      Priority: first(payload, 'alert_priority', 'priority').replace('normal', ''),
      Tags: joined(
        tags.map((one) => mono(one)),
        ' ',
      ),
      When: moment(first(payload, 'date')),
    }),
  )
}
