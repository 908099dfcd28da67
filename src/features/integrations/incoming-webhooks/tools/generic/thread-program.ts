// The thread that renders templates: they are programs written by bot administrators.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { shortened } from '#contract'
import { serveOrders } from '#platform/threads'

import type { Made, Order } from './protocol.ts'
import { checkTemplate, renderTemplate } from './template.ts'

function made(template: string, payload: unknown): Made {
  try {
    if (payload === undefined) {
      checkTemplate(template)
      return { text: '' }
    }
    return { text: renderTemplate(template, payload) }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string
    return { problem: shortened(reason, 300) }
  }
}

// compile the renderer before the first post
renderTemplate(
  '{% for a in list %}{{ a.b | upcase | link: a.url }}{% if a.b == "c" %}{{ a | json }}{% endif %}{% endfor %}',
  {
    list: [{ b: 'c', url: 'https://example.com' }],
  },
)

serveOrders(parentPort as MessagePort, (json) => {
  const { topic, text, payload } = JSON.parse(json) as Order
  return JSON.stringify({ topic: made(topic, payload), text: made(text, payload) })
})
