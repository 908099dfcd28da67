import { signal } from '@preact/signals'
import { getIntegrations, type Integration } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import { i } from '../../texts/integrations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

/** Formats not specific to a tool. */
const plainFormats = ['slack_incoming', 'json'] as const

export const isPlainFormat = (name: string): boolean => plainFormats.some((one) => one === name)

/** The order in which categories are listed. */
export const categoryKeys = ['code', 'work', 'monitoring', 'delivery', 'customers', 'writing', 'anything'] as const

const plainTool = (name: string): Integration => ({
  ...{
    name,
    display_name: r.samples[name] ?? name,
    category: '',
    category_key: 'anything',
    setup: '',
    setup_steps: [],
  },
  ...{ documentation: '', verification: '', events: [], samples: [] },
})

const loaded = signal<readonly Integration[] | undefined>(undefined)
let asked: Promise<readonly Integration[]> | undefined

/** All tools; they stay the same while the server runs. */
export function loadTools(): Promise<readonly Integration[]> {
  asked ??= api.call(getIntegrations, {}).then(
    ({ integrations }) => {
      const named = integrations.toSorted((a, b) => nameOrder.compare(a.display_name, b.display_name))
      loaded.value = [...named, ...plainFormats.map(plainTool)]
      return loaded.value
    },
    (problem: unknown) => {
      asked = undefined
      throw problem
    },
  )
  return asked
}

export const toolOf = (name: string): Integration | undefined => loaded.value?.find((one) => one.name === name)
export const nameOfTool = (name: string): string => toolOf(name)?.display_name ?? r.samples[name] ?? name

/** A bot of another type, which is listed with the tools. */
export const outgoingTool = { name: 'outgoing', display_name: i.outgoingTool, category_key: 'anything' as const }
