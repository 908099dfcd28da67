import { inLanguages } from '#platform/languages'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'

export const textsIn = inLanguages({ en, de, ar })
