import { t } from '../texts/slash.ts'

const words = new Set(['off', 'clear', t.off.toLowerCase()])

/** Whether the text is "off" in English or the interface language. */
export const isOff = (text: string): boolean => words.has(text.toLowerCase())
