import { messages as main } from 'messages:main'
import { messages } from 'messages:writing'

/** Texts of the first view and of composing. */
export const t: typeof main & typeof messages = { ...main, ...messages }
