import type { Texts } from './en.ts'

export const de: Texts = {
  connect: {
    title: (provider) => `Mit ${provider} verbinden`,
    aboutTo: (organization, provider, name, email) =>
      `Du bist dabei, ${organization} bei ${provider} Besprechungen für das Konto von ${name} (${email}) anlegen zu lassen. Mach nur weiter, wenn du das bist.`,
    goOn: (provider) => `Weiter zu ${provider}`,
    connected: (provider) => `Mit ${provider} verbunden`,
    canBeMade: (provider, name) =>
      `Bei ${provider} können jetzt Besprechungen für ${name} angelegt werden. Du kannst diese Seite schließen.`,
  },
  failed: 'Das hat nicht geklappt',
  name: 'Dein Name',
  join: 'Am Anruf teilnehmen',
  enter: 'Zum Anruf',
  made: (url) =>
    `Du hast einen Anruf angelegt. Wer [diese Adresse](${url}) öffnet, leitet ihn: Behalte sie für dich und teile die andere.`,
}
