import { isolated } from '#platform/languages'
import type { Texts } from './en.ts'

export const ar: Texts = {
  hello: (name) => `مرحبًا ${isolated(name)}،`,
  deactivated: {
    subject: (organization) => `عُطّل حسابك في ${isolated(organization)}`,
    text: (organization, url) =>
      `عطّل أحد المديرين حسابك في ${isolated(organization)} (${isolated(url)}). لم يعد بإمكانك تسجيل الدخول هناك.`,
    writes: 'كتب المدير:',
  },
}
