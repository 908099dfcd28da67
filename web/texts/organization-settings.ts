import { messages } from 'messages:organizationSettings'
import type { ShownOrganizationSetting } from '../declarations/api-only.ts'

export interface SettingWords {
  readonly label: string
  readonly help: string
}

/** Organization settings, by API name. */
export const organizationSettingTexts = messages satisfies Record<
  ShownOrganizationSetting | 'name' | 'description',
  SettingWords
>
