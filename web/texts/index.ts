import { en, type Texts } from './en.ts'

/** The texts in the language of the reader. */
export const t: Texts = en
