import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Entry } from './entries.ts'
import { message } from './team.ts'

const groups = ['words', 'blocks', 'code', 'names', 'media'] as const
export type SpecimenGroup = (typeof groups)[number]

/** A text of every kind that the server renders, a group at a time. */
export const specimenEntries: readonly Entry[] = groups.map((group) => ({
  name: `texts of every kind, ${group}`,
  hash: '#narrow/channel/1-design/topic/release.202.2E4',
  messages: group,
}))

// before the stand-in takes its place
const ask = globalThis.fetch

/** The texts of a group as messages of the topic, each under its name; as the server renders them now. */
export async function specimensOf(group: SpecimenGroup): Promise<Message[]> {
  const all = (await (await ask('/specimens.json')).json()) as Record<SpecimenGroup, { name: string; html: string }[]>
  return all[group].map(({ name, html }, index) =>
    message(201 + index, 2 + (index % 2), `<p><em>${name}</em></p>\n${html}`, {}),
  )
}
