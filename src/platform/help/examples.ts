import { asChannelId, asGroupId, asUserId } from '#contract'
import { type MarkdownContext, renderText } from '#platform/markdown'

const people = [{ id: asUserId(1), full_name: 'Ada Lovelace' }]
const channels = [{ id: asChannelId(1), name: 'general' }]

const context: MarkdownContext = {
  realmUrl: '',
  usersByName: (name) => people.filter(({ full_name }) => full_name === name),
  groupByName: (name) => (name === 'designers' ? { id: asGroupId(1), name } : undefined),
  channelByName: (name) => channels.find((one) => one.name === name),
  channelById: (id) => channels.find((one) => one.id === id),
}

/** Renders a message like the server does. Removes links to places that don't exist. */
export async function showExample(text: string): Promise<string> {
  const { html } = await renderText(text, context, 'help')
  return html.replace(/ href="\/#[^"]*"/g, '')
}
