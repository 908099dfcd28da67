import { durationText } from '#contract'
import { locale } from './locale.ts'

/** A duration in words: “2 hours”. */
export const spanText = (secs: number): string => durationText(secs, locale)
