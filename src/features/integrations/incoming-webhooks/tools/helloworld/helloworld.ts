import { lines, link, md } from '../markdown.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'

export const helloworld = tool({
  name: 'helloworld',
  displayName: 'Hello World',
  category: 'anything',
  setup: [
    {
      kind: 'run',
      code: `curl -H 'Content-Type: application/json' -d '{"featured_title": "Loquat", "featured_url": "https://en.wikipedia.org/wiki/Loquat"}' 'WEBHOOK_URL'`,
    },
  ],
  documentation: 'https://zulip.com/api/incoming-webhooks-walkthrough',
  topicRule: { topic: '`Hello World`', why: 'a test' },
  verification: authorization,
  event: () => 'hello',
  topic: () => 'Hello World',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    hello: {
      about: 'A greeting, with the article of the day',
      text: ({ payload }) =>
        lines(
          md`Hello! I am happy to be here. 😃`,
          payload.has('featured_title')
            ? md`The article of the day: ${link(payload.text('featured_title'), payload.text('featured_url'))}`
            : undefined,
        ),
    },
  },
})
