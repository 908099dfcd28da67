import type { enHeard } from './en-heard.ts'
import type { Translated } from './translated.ts'

export const deHeard: Translated<typeof enHeard> = {
  inConversation: (sender, text) => `${sender}: ${text}`,
  elsewhere: (sender, place, text) => `${sender} in ${place}: ${text}`,
  toYou: (sender, text) => `${sender} an dich: ${text}`,
  more: (count) => (count === 1 ? 'und noch eine Nachricht' : `und ${count} weitere Nachrichten`),
}
