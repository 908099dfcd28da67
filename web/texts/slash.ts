import { messages as main } from 'messages:main'
import { messages } from 'messages:slash'

/** Texts of slash commands. */
export const t: typeof main & typeof messages = { ...main, ...messages }
