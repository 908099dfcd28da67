import { organizationSettingTexts, type SettingWords } from '../texts/organization-settings.ts'

const settings: Readonly<Record<string, SettingWords | undefined>> = organizationSettingTexts

/** What the page of the organization calls a permission of it. */
export const labelInOrganization = (name: string): string => settings[name]?.label ?? name
