import { messages } from 'messages:finding'
import { messages as main } from 'messages:main'
import type { Open } from './open.ts'

/** Texts of the first view and of search, “Go to”, and lists of topics. */
export const t: typeof main & Open<typeof messages, 'operators' | 'operatorHints' | 'values'> = { ...main, ...messages }
