import { shortened } from '#contract'
import { jsonMessage } from '../../json-message.ts'
import { Markdown, withoutMentions } from '../markdown.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'
import { templateLimits } from './limits.ts'
import type { Made } from './protocol.ts'
import { renderTemplates } from './templates.ts'

const topicOf = (made: string): string => shortened(made.replace(/\s+/g, ' '), 200)

const otherwise = (made: Made | undefined, instead: () => string): string =>
  made && 'text' in made ? made.text : instead()

export const generic = tool({
  name: 'generic',
  displayName: 'Anything, by a template',
  category: 'anything',
  setup: [{ kind: 'templates' }],
  documentation: 'https://liquidjs.com/tutorials/intro-to-liquid.html',
  topicRule: { topic: 'the topic template', why: 'it is yours' },
  verification: authorization,
  templates: renderTemplates,
  event: () => 'post',
  topic: ({ templated }) => topicOf(otherwise(templated?.topic, () => '')),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    post: {
      about: 'Anything was posted; no message if the template result is empty',
      text: ({ settings, templated, payload }) => {
        const asItCame = () => jsonMessage(payload.value ?? null)
        return new Markdown(settings.text ? otherwise(templated?.text, asItCame) : asItCame())
      },
    },
  },
})

/** Preview of templates, or the reason they fail. */
export async function tryTemplates(
  queueKey: string,
  templates: { readonly topic: string; readonly text: string },
  payload: unknown,
): Promise<{ topic: string; content: string } | { problem: string }> {
  const { topic, text } = await renderTemplates(queueKey, templates, payload)
  if ('problem' in topic) return topic
  if ('problem' in text) return text
  const content = templates.text === '' ? jsonMessage(payload ?? null) : withoutMentions(text.text)
  return { topic: topicOf(topic.text), content: shortened(content, templateLimits.shown) }
}
