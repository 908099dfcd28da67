import { type ChannelGeneralTexts, enChannelGeneral } from './en-channel-general.ts'

/** Texts of the page that says what a channel is. */
export const t: ChannelGeneralTexts = enChannelGeneral
