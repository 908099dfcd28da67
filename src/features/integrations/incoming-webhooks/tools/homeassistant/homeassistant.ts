import { bold, lines, md } from '../markdown.ts'
import { authorization } from '../signatures.ts'
import { tool } from '../tool.ts'
import { saidOf } from '../zapier/zapier.ts'

export const homeassistant = tool({
  name: 'homeassistant',
  displayName: 'Home Assistant',
  category: 'anything',
  setup: [
    {
      kind: 'file',
      text: 'configuration.yaml',
      code: 'notify:\n  - name: loquat\n    platform: rest\n    resource: WEBHOOK_URL\n    method: POST_JSON\n    title_param_name: title\n    target_param_name: topic',
    },
    { kind: 'action', text: 'notify.loquat' },
  ],
  documentation: 'https://www.home-assistant.io/integrations/notify.rest/',
  topicRule: { topic: 'the topic of the action, else `Home Assistant`', why: 'the automation sets it' },
  verification: authorization,
  event: () => 'notify',
  topic: ({ payload }) => payload.text('topic', 'target.0', 'target') || 'Home Assistant',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    notify: {
      about: 'An automation sent a message',
      text: ({ payload }) => {
        const title = payload.text('title')
        const message = payload.text('message')
        if (message === '') return saidOf(payload)
        return lines(
          title === '' ? undefined : md`${bold(title)}`,
          ...message.split('\n', 50).map((line) => md`${line}`),
        )
      },
    },
  },
})
