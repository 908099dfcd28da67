import { enInteractive } from './en-interactive.ts'

/** Texts of what bots ask, in the language of the page. */
export const i: typeof enInteractive = enInteractive
