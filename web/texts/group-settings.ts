import { enGroupSettings, type GroupSettingsTexts } from './en-group-settings.ts'

/** Texts of what one does with groups. */
export const t: GroupSettingsTexts = enGroupSettings
