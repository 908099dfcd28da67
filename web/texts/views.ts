import { messages as main } from 'messages:main'
import { messages } from 'messages:views'

// the first view has titles of these names
const { mentions: mentionCount, directMessages: directMessageCount, ...views } = messages

/** Texts of the first view, the inbox, catching up, and sidebar views. */
export const t: typeof main &
  typeof views & {
    mentionCount: typeof mentionCount
    directMessageCount: typeof directMessageCount
  } = { ...main, ...views, mentionCount, directMessageCount }
