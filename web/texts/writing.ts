import { messages as main } from 'messages:main'
import { messages } from 'messages:writing'

export const t: typeof main & typeof messages = { ...main, ...messages }
