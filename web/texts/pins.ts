import { enPins } from './en-pins.ts'

/** Texts of what is pinned, in the language of the page. */
export const p: typeof enPins = enPins
