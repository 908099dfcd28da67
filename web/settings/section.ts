import type { FunctionComponent } from 'preact'
import type { DirectoryRoute } from '../narrow/directory-addresses.ts'
import type { SettingsRoute } from '../narrow/settings-addresses.ts'

export interface SettingText {
  readonly label: string
  readonly help?: string
}
/** By the setting's id, which is also its id in the URL. */
export type SettingTexts = Readonly<Record<string, SettingText>>

export interface Section {
  /** The tab it's in: personal or organization. */
  readonly head: SettingsRoute['view']
  /** Segment in the URL. */
  readonly key: string
  readonly title: string
  readonly formerly?: readonly string[]
  /** Whether the user can see it; absent for everyone. */
  readonly can?: () => boolean
  /** A searchable description; absent if the settings themselves are enough. */
  readonly lead?: () => Promise<string>
  readonly settings: () => Promise<SettingTexts>
  readonly load: () => Promise<FunctionComponent>
  /** Shown next to the title. */
  readonly count?: () => Promise<FunctionComponent>
}

/** An entry that leads to another view. */
export interface SectionLink extends Omit<Section, 'load'> {
  readonly elsewhere: DirectoryRoute
}
export type ListedSection = Section | SectionLink

export const routeOf = (section: ListedSection, detail = ''): SettingsRoute | DirectoryRoute =>
  'elsewhere' in section ? section.elsewhere : { view: section.head, section: section.key, detail }
