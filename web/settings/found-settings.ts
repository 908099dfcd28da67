import { computed, signal } from '@preact/signals'
import { folded } from '#contract'
import { best, type Found, SearchIndex, somewhere } from '../compose/typeahead/search.ts'
import type { ListedSection, SettingText, SettingTexts } from './section.ts'
import { sections } from './sections.ts'

/** A setting and its page; without `id`, the page itself. */
export interface FoundSetting extends SettingText {
  readonly id?: string
  /** Search synonyms. */
  readonly words?: string | undefined
  readonly section: ListedSection
}

interface PageTexts {
  readonly lead: string | undefined
  readonly settings: SettingTexts
}
const texts = signal<ReadonlyMap<ListedSection, PageTexts>>(new Map())
type Words = Readonly<Record<'pages' | 'settings', Readonly<Record<string, string>>>>
const otherWords = signal<Words>({ pages: {}, settings: {} })

/** Loads the texts of all settings. Call when the user starts searching. */
export async function loadSettingTexts(): Promise<void> {
  if (texts.peek().size > 0) return
  const unusable = (await import('./unusable.ts')).unusableSettings()
  const textsOf = async (one: ListedSection): Promise<PageTexts> => ({
    lead: await one.lead?.(),
    settings: Object.fromEntries(Object.entries(await one.settings()).filter(([id]) => !unusable.has(id))),
  })
  const [words, pages] = await Promise.all([
    import('../texts/setting-words.ts'),
    Promise.all(sections().map(async (one) => [one, await textsOf(one)] as const)),
  ])
  otherWords.value = words.settingWords
  texts.value = new Map(pages)
}

export const allSettings = computed<readonly FoundSetting[]>(() => {
  const { pages, settings } = otherWords.value
  return sections().flatMap((section) => [
    { section, label: section.title, help: texts.value.get(section)?.lead ?? '', words: pages[section.key] },
    ...Object.entries(texts.value.get(section)?.settings ?? {}).map(([id, text]) => ({
      ...{ section, id, words: settings[id] },
      ...text,
    })),
  ])
})

/** Words match in any order that way: “dark theme” finds “Theme, dark mode”. */
const labelAndWords = ({ label, words = '' }: FoundSetting) => `${label} ${words} ${label}`
const labels = computed(() => new SearchIndex(allSettings.value, ({ label }) => label))
const names = computed(() => new SearchIndex(allSettings.value, labelAndWords))
const helps = computed(
  () => new SearchIndex(allSettings.value, (one) => `${one.section.title} ${labelAndWords(one)} ${one.help ?? ''}`),
)
const maxFound = 20

/** Rank, lowest first: exact name, personal settings, match quality, settings before pages. */
function rankOf({ item, fit, name }: Found<FoundSetting>, wanted: string): number {
  const page = item.id === undefined ? 1 : 0
  if (name === wanted) return page - 2
  return (item.section.head === 'settings' ? 0 : 10) + 2 * fit + page
}

/** Matches in labels and in other words for them, then in help texts. */
export function findSettings(query: string): readonly FoundSetting[] {
  const wanted = folded(query).trim()
  const byLabel = labels.value.find(query)
  const byWords = names.value.find(query).map((one) => ({ ...one, fit: one.fit + somewhere }))
  const named = best([...byLabel, ...byWords], (a, b) => rankOf(a, wanted) - rankOf(b, wanted), 2 * maxFound)
  return [...new Set([...named, ...helps.value.find(query)].map(({ item }) => item))].slice(0, maxFound)
}
