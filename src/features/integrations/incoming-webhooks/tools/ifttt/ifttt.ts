import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'
import { saidOf } from '../zapier/zapier.ts'

export const ifttt = tool({
  name: 'ifttt',
  displayName: 'IFTTT',
  category: 'anything',
  setup:
    'In an applet: Then That → Webhooks → Make a web request: POST, `application/json`, body `{"topic": "…", "content": "<<<{{Ingredient}}>>>"}`.',
  documentation: 'https://ifttt.com/maker_webhooks/details',
  topicRule: { topic: 'the field `topic`', why: 'the applet sets it' },
  verification: authorization,
  event: () => 'post',
  topic: ({ payload }) => payload.text('topic', 'subject') || 'IFTTT',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: { post: { about: 'An applet ran', text: ({ payload }) => saidOf(payload) } },
})
