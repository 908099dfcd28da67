import { enHeard } from './en-heard.ts'

/** Texts of what is read out, in the language of the page. */
export const h: typeof enHeard = enHeard
