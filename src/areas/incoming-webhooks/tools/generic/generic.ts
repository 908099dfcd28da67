import type { IntegrationSettings } from '../../../users/account.ts'
import { jsonMessage } from '../../json-message.ts'
import { Markdown, shortened, withoutMentions } from '../markdown.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'
import { renderTemplate } from './template.ts'

/** What templates make of a payload; without a template for the text, the payload is shown as it is. */
export function genericMessage({ topic = '', text = '' }: IntegrationSettings, payload: unknown) {
  return {
    topic: shortened(renderTemplate(topic, payload).replace(/\s+/g, ' '), 200),
    content: text === '' ? jsonMessage(payload ?? null) : withoutMentions(renderTemplate(text, payload)),
  }
}

export const generic = tool({
  name: 'generic',
  displayName: 'Anything, by a template',
  category: 'anything',
  setup:
    'Set the templates under Organization settings → Integrations, where a pasted payload shows what they make of it. Without one the payload is shown as it is.',
  documentation: 'https://liquidjs.com/tutorials/intro-to-liquid.html',
  verification: authorization,
  hasTemplates: true,
  event: () => 'post',
  topic: ({ settings, payload }) => said(() => genericMessage(settings, payload.value).topic),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    post: {
      about: 'Anything was posted; a template that makes nothing of it leaves it out',
      text: ({ settings, payload }) =>
        new Markdown(said(() => genericMessage(settings, payload.value).content, jsonMessage(payload.value ?? null))),
    },
  },
})

/** A template that fails on one payload loses nothing: it is shown as it came. */
function said(make: () => string, otherwise = ''): string {
  try {
    return make()
  } catch {
    return otherwise
  }
}
