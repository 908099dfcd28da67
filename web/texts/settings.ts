import { enSettings, type SettingsTexts } from './en-settings.ts'

/** Texts of the frame that settings stand in, and of their controls. */
export const s: SettingsTexts = enSettings
