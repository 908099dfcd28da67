import { type ChannelSettingsTexts, enChannelSettings } from './en-channel-settings.ts'

/** Texts of what a channel is set to. */
export const t: ChannelSettingsTexts = enChannelSettings
