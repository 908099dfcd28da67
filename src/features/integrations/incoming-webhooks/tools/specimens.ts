import { catalogue } from './catalogue.ts'
import { messageOf } from './message.ts'
import type { Sample, Tool } from './tool.ts'

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

async function specimenOf(tool: Tool, name: string, { headers = {}, payload }: Sample): Promise<Specimen> {
  const header = (key: string) => headers[key] ?? ''
  const { event, topic, content } = await messageOf(tool, {
    ...{ payload, header, settings: specimenSettings },
    queueKey: 'specimens',
  })
  return { name, event, topic, content }
}

export const specimens = (): Promise<(readonly [Tool, Specimen[]])[]> =>
  Promise.all(
    [...catalogue.values()].map(async (tool) => {
      const { default: samples } = await tool.samples()
      const all = Object.entries(samples).map(([name, sample]) => specimenOf(tool, name, sample))
      return [tool, await Promise.all(all)] as const
    }),
  )

export const messagesPage = (all: readonly Specimen[]): string =>
  all.map(({ name, event, topic, content }) => `<!-- ${name}: ${event} -->\n\n#### ${topic}\n\n${content}\n`).join('\n')
