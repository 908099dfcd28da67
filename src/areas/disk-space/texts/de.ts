import type { Texts } from './en.ts'

export const de: Texts = {
  low: (free) =>
    `**Der Speicherplatz des Servers wird knapp.** Frei sind ${free.replace(' of ', ' von ')}. Lösche Dateien, die du nicht brauchst, oder bitte die Leute, die den Server betreiben, um mehr Platz.`,
  critical: (free) =>
    `**Der Speicherplatz des Servers ist fast aufgebraucht.** Frei sind ${free.replace(' of ', ' von ')}. Ist er voll, kann niemand mehr Nachrichten senden oder Dateien hochladen. Bitte jetzt die Leute, die den Server betreiben, um mehr Platz.`,
}
