import type { Integration } from './api.ts'
import { setupText, wholeSetup } from './setup-steps.ts'
import { catalogue } from './tools/catalogue.ts'
import { categories } from './tools/tool.ts'

export const integrations = (): Promise<Integration[]> =>
  Promise.all(
    [...catalogue.values()].map(async (tool) => ({
      name: tool.name,
      display_name: tool.displayName,
      category: categories[tool.category],
      category_key: tool.category,
      setup: setupText(tool.setup, tool.displayName),
      setup_steps: wholeSetup(tool.setup).map(({ kind, text = '', code = '' }) => ({ kind, text, code })),
      documentation: tool.documentation,
      verification: tool.verification.about,
      events: Object.entries(tool.events).map(([name, { about }]) => ({ name, description: about })),
      samples: Object.keys((await tool.samples()).default),
    })),
  )

const fixed = [
  { name: 'json', display_name: 'JSON' },
  { name: 'slack_incoming', display_name: 'Slack-compatible webhook' },
].map((one) => ({ ...one, all_event_types: null, config_options: [], url_options: [] }))

export const offered = [
  ...fixed,
  ...[...catalogue.values()].map(({ name, displayName, events }) => ({
    ...{ name, display_name: displayName, all_event_types: Object.keys(events).sort(), config_options: [] },
    url_options: [],
  })),
]
