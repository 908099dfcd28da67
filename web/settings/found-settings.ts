import { computed, signal } from '@preact/signals'
import { best, SearchIndex } from '../compose/typeahead/search.ts'
import type { Section, SettingText, SettingTexts } from './section.ts'
import { sections } from './sections.ts'

/** A setting and where it is; without `id` the page itself. */
export interface FoundSetting extends SettingText {
  readonly id?: string
  readonly section: Section
}

interface PageTexts {
  readonly lead: string | undefined
  readonly settings: SettingTexts
}
const texts = signal<ReadonlyMap<Section, PageTexts>>(new Map())

/** Fetches what is written beside all settings: to be called when somebody begins to look for one. */
export async function loadSettingTexts(): Promise<void> {
  if (texts.peek().size > 0) return
  const unusable = (await import('./unusable.ts')).unusableSettings()
  const textsOf = async (one: Section): Promise<PageTexts> => ({
    lead: await one.lead?.(),
    settings: Object.fromEntries(Object.entries(await one.settings()).filter(([id]) => !unusable.has(id))),
  })
  texts.value = new Map(await Promise.all(sections().map(async (one) => [one, await textsOf(one)] as const)))
}

/** Every page and every setting that whoever looks may see. */
export const allSettings = computed<readonly FoundSetting[]>(() =>
  sections().flatMap((section) => [
    { section, label: section.title, help: texts.value.get(section)?.lead ?? '' },
    ...Object.entries(texts.value.get(section)?.settings ?? {}).map(([id, text]) => ({ section, id, ...text })),
  ]),
)

const labels = computed(() => new SearchIndex(allSettings.value, ({ label }) => label))
const helps = computed(
  () => new SearchIndex(allSettings.value, ({ section, label, help = '' }) => `${section.title} ${label} ${help}`),
)
const maxFound = 20

/** What fits by its name first, then what fits by what it says. */
export function findSettings(query: string): readonly FoundSetting[] {
  const named = best(labels.value.find(query), (a, b) => a.fit - b.fit, maxFound).map(({ item }) => item)
  const others = helps.value.find(query).map(({ item }) => item)
  return [...new Set([...named, ...others])].slice(0, maxFound)
}
