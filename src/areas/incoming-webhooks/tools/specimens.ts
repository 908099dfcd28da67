import { catalogue } from './catalogue.ts'
import { messageOf } from './message.ts'
import type { Sample, Tool } from './tool.ts'

/** What the generic format's sample is shown with. */
export const specimenSettings = {
  topic: 'Order {{ order.number }}',
  text: 'Order **{{ order.number }}** of {{ order.customer }}: {{ order.total }}{% for item in order.items %}\n* {{ item.count }} × {{ item.name }}{% endfor %}',
}

export interface Specimen {
  readonly name: string
  readonly event: string
  readonly topic: string
  readonly content: string
}

/** What becomes of a sample. */
async function specimenOf(tool: Tool, name: string, { headers = {}, payload }: Sample): Promise<Specimen> {
  const header = (key: string) => headers[key] ?? ''
  const { event, topic, content } = await messageOf(tool, {
    ...{ payload, header, settings: specimenSettings },
    lane: 'specimens',
  })
  return { name, event, topic, content }
}

/** What becomes of every sample, by tool. */
export const specimens = (): Promise<(readonly [Tool, Specimen[]])[]> =>
  Promise.all(
    [...catalogue.values()].map(async (tool) => {
      const { default: samples } = await tool.samples()
      const all = Object.entries(samples).map(([name, sample]) => specimenOf(tool, name, sample))
      return [tool, await Promise.all(all)] as const
    }),
  )

/** The messages of one tool's samples, as they have been read and found good. */
export const messagesPage = (all: readonly Specimen[]): string =>
  all.map(({ name, event, topic, content }) => `<!-- ${name}: ${event} -->\n\n#### ${topic}\n\n${content}\n`).join('\n')
