import { messages as main } from 'messages:main'
import { messages as views } from 'messages:views'

/** Texts of the first view, the inbox, and sidebar views. */
export const t: typeof main & typeof views = { ...main, ...views }
