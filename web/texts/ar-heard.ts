import { count, say } from './ar.ts'
import type { enHeard } from './en-heard.ts'
import type { Translated } from './translated.ts'

export const arHeard: Translated<typeof enHeard> = {
  inConversation: (sender, text) => say`${sender}: ${text}`,
  elsewhere: (sender, place, text) => say`${sender} في ${place}: ${text}`,
  toYou: (sender, text) => say`${sender} إليك: ${text}`,
  more: (n) => `و${count(n, 'رسالة أخرى', 'رسالتان أخريان', 'رسائل أخرى', 'رسالة أخرى')}`,
}
