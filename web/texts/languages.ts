import { languages } from 'messages:languages'
import { closestLanguage } from '#contract'

/** The language of the pages for a chosen language: German for `de-at`, English for one without a catalog. */
export const spokenFor = (tag: string): string => closestLanguage(tag, languages) ?? 'en'
