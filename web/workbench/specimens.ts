import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Entry } from './entries.ts'
import { message } from './team.ts'

const groups = ['words', 'blocks', 'code', 'names', 'media'] as const
/** As in the list of integrations. */
const toolGroups = [
  'tools: code',
  'tools: work',
  'tools: monitoring',
  'tools: delivery',
  'tools: customers',
  'tools: writing',
  'tools: anything',
] as const
export type SpecimenGroup = (typeof groups)[number] | (typeof toolGroups)[number]

/** Every kind of rendered text, and a message of each tool that integrations support, one group per entry. */
export const specimenEntries: readonly Entry[] = [
  ...groups.map((group) => ({ name: `texts of every kind, ${group}`, group })),
  ...toolGroups.map((group) => ({ name: `messages of ${group}`, group })),
].map(({ name, group }) => ({ name, hash: '#narrow/channel/1-design/topic/release.202.2E4', messages: group }))

// before the stand-in replaces it
const ask = globalThis.fetch

/** A group's texts as messages of the topic, each under its name, as currently rendered by the server. */
export async function specimensOf(group: SpecimenGroup): Promise<Message[]> {
  const all = (await (await ask('/specimens.json')).json()) as Record<SpecimenGroup, { name: string; html: string }[]>
  return all[group].map(({ name, html }, index) =>
    message(201 + index, 2 + (index % 2), `<p><em>${name}</em></p>\n${html}`, {}),
  )
}
