import type { FunctionComponent } from 'preact'
import type { SettingsRoute } from '../narrow/settings-addresses.ts'

export interface SettingText {
  readonly label: string
  readonly help?: string
}
/** By the setting's id, which is also its id in the URL. */
export type SettingTexts = Readonly<Record<string, SettingText>>

export type SectionPart = 'own' | 'organization' | 'people' | 'running'

export interface Section {
  readonly part: SectionPart
  /** Its part of the URL, the same as in other clients where they have it. */
  readonly key: string
  readonly title: string
  readonly formerly?: readonly string[]
  /** Whether the user can see it; absent for everyone. */
  readonly can?: () => boolean
  /** A searchable description; absent if the settings themselves are enough. */
  readonly lead?: () => Promise<string>
  readonly settings: () => Promise<SettingTexts>
  readonly load: () => Promise<FunctionComponent>
}

export const headOf = ({ part }: Section): SettingsRoute['view'] => (part === 'own' ? 'settings' : 'organization')

export const routeOf = (section: Section, detail = ''): SettingsRoute => ({
  view: headOf(section),
  section: section.key,
  detail,
})
