import { facts, written } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'

const words = (payload: Part) => payload.text('content', 'message', 'text', 'body')

export const zapier = tool({
  name: 'zapier',
  displayName: 'Zapier',
  category: 'anything',
  setup: [
    { kind: 'open', text: 'Webhooks by Zapier → POST' },
    { kind: 'fields', text: 'topic, content' },
  ],
  documentation: 'https://help.zapier.com/hc/en-us/articles/8496326446989-Send-webhooks-in-Zaps',
  topicRule: { topic: 'the field `topic`', why: 'the Zap sets it' },
  verification: authorization,
  event: () => 'post',
  topic: ({ payload }) => payload.text('topic', 'subject') || 'Zapier',
  answer: (payload, bot) => (payload.text('type') === 'auth' ? bot : undefined),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    post: { about: 'A Zap ran', text: ({ payload }) => saidOf(payload) },
  },
})

/** The text without mentions; without a text, each field by its name. */
export function saidOf(payload: Part) {
  const content = words(payload)
  if (content !== '') return written(content)
  const fields = payload
    .fields()
    .filter(([name, value]) => !['topic', 'subject', 'type'].includes(name) && value.words !== '')
  return facts(
    Object.fromEntries(
      fields.slice(0, 30).map(([name, value]) => [name.replace(/[^\p{L}\p{N} _-]/gu, ' ').slice(0, 60), value.words]),
    ),
  )
}
