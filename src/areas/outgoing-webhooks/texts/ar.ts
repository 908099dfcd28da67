import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  failed: (bot, why) => `خوطب البوت ${bot}، لكن الويب هوك لم يقم بما عليه: ${isolated(why)}.`,
  failedIn: (bot, place, why) => `خوطب البوت ${bot} في ${place}، لكن الويب هوك لم يقم بما عليه: ${isolated(why)}.`,
  quiet: 'يُبلَّغ عن مشكلات أخرى لهذا البوت بعد عشر دقائق على الأقل.',
}
