import { organizationSettingTexts, type SettingWords } from '../texts/organization-settings.ts'

const settings: Readonly<Record<string, SettingWords | undefined>> = organizationSettingTexts

/** A permission's label on the organization's settings page. */
export const labelInOrganization = (name: string): string => settings[name]?.label ?? name
