import { messages as main } from 'messages:main'
import { messages } from 'messages:quiet'

/** Texts of the first view, of Do not disturb, and of mutes. */
export const t: typeof main & typeof messages = { ...main, ...messages }
