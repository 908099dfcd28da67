import type { Texts } from './en.ts'

export const de: Texts = {
  failed: (bot, why) => `Dein Bot ${bot} wurde angesprochen, aber sein Webhook hat nicht mitgespielt: ${why}.`,
  failedIn: (bot, place, why) =>
    `Dein Bot ${bot} wurde in ${place} angesprochen, aber sein Webhook hat nicht mitgespielt: ${why}.`,
  quiet: 'Weitere Probleme dieses Bots werden frühestens nach zehn Minuten gemeldet.',
}
