import type { Texts } from './en.ts'

export const de: Texts = {
  plain: 'Du wolltest erinnert werden.',
  gone: 'Du wolltest an eine Nachricht erinnert werden, die gelöscht wurde oder die du nicht mehr lesen kannst.',
  about: (message, author) => `Du wolltest erinnert werden, an ${message}, geschrieben von ${author}`,
  note: (note) => `Deine Notiz: ${note}`,
  thisDirect: 'diese Direktnachricht',
  aMessage: 'eine Nachricht',
  thisMessage: 'diese Nachricht',
  somebody: 'jemandem',
}
