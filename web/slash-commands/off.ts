import { t } from '../texts/slash.ts'

const words = new Set(['off', 'clear', t.off.toLowerCase()])

/** Whether a text asks to end something, in English or the page's language. */
export const isOff = (text: string): boolean => words.has(text.toLowerCase())
