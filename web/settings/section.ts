import type { FunctionComponent } from 'preact'
import type { SettingsRoute } from '../narrow/settings-addresses.ts'

/** What a setting is called and what it does, to be read and to be found. */
export interface SettingText {
  readonly label: string
  readonly help?: string
}
/** Of each setting of a page by its id, which is also its place in the address. */
export type SettingTexts = Readonly<Record<string, SettingText>>

/** Under which heading pages stand in the list. */
export type SectionPart = 'own' | 'organization' | 'people' | 'running'

/** A page of settings. */
export interface Section {
  readonly part: SectionPart
  /** Its place in the address, as other clients write it where they have it too. */
  readonly key: string
  readonly title: string
  /** Other places in the address that lead here. */
  readonly formerly?: readonly string[]
  /** Whether it is shown to whoever looks; to everybody, where nothing is said. */
  readonly may?: () => boolean
  /** What it's for, in a sentence, by which it's found; absent where the settings on it say so. */
  readonly lead?: () => Promise<string>
  /** What can be found on it. */
  readonly settings: () => Promise<SettingTexts>
  readonly load: () => Promise<FunctionComponent>
}

export const headOf = ({ part }: Section): SettingsRoute['view'] => (part === 'own' ? 'settings' : 'organization')

/** Where a page is, or one setting on it. */
export const routeOf = (section: Section, detail = ''): SettingsRoute => ({
  view: headOf(section),
  section: section.key,
  detail,
})
