import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'
import { saidOf } from '../zapier/zapier.ts'

export const ifttt = tool({
  name: 'ifttt',
  displayName: 'IFTTT',
  category: 'anything',
  setup: [
    { kind: 'open', text: 'Then That → Webhooks → Make a web request' },
    { kind: 'format', text: 'POST, application/json' },
    { kind: 'payload', code: '{"topic": "…", "content": "<<<{{Ingredient}}>>>"}' },
  ],
  documentation: 'https://ifttt.com/maker_webhooks/details',
  topicRule: { topic: 'the field `topic`', why: 'the applet sets it' },
  verification: authorization,
  event: () => 'post',
  topic: ({ payload }) => payload.text('topic', 'subject') || 'IFTTT',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: { post: { about: 'An applet ran', text: ({ payload }) => saidOf(payload) } },
})
