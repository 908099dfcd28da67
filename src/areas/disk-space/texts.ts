import { inLanguages } from '#platform/languages'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'

/** What this area writes, in a language. */
export const textsIn = inLanguages({ en, de, ar })
