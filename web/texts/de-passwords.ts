import { digits } from './de.ts'
import type { enPasswords } from './en-passwords.ts'
import type { Translated } from './translated.ts'

export const dePasswords: Translated<typeof enPasswords> = {
  length: (least) => `Mindestens ${digits(least)} Zeichen.`,
  guessable: 'Zu schwach: leicht zu erraten',
  names: 'Zu schwach: enthält einen Namen oder eine Adresse',
  fair: 'Ausreichend',
  good: 'Gut',
  strong: 'Stark',
}
