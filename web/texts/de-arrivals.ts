import { count } from './de.ts'
import type { enArrivals } from './en-arrivals.ts'
import type { Translated } from './translated.ts'

export const deArrivals: Translated<typeof enArrivals> = {
  install: 'Als App installieren',
  shareAgain: 'Das Geteilte konnte nicht übernommen werden. Bitte teile es noch einmal.',
  nothingShared: 'Hier ist nichts, das geteilt wurde.',
  tooManyShared: (left) =>
    `${count(left, 'geteilte Datei', 'geteilte Dateien')} mehr, als auf einmal übernommen werden können.`,
  notUnderstood: 'Dieser Link ist unverständlich.',
  elsewhere: (host) => `Dieser Link führt zu ${host}.`,
  openThere: 'Dort öffnen',
}
