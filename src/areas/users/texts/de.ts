import type { Texts } from './en.ts'

export const de: Texts = {
  hello: (name) => `Hallo ${name},`,
  deactivated: {
    subject: (organization) => `Dein Konto in ${organization} wurde deaktiviert`,
    text: (organization, url) =>
      `dein Konto in ${organization} (${url}) wurde von einem Administrator deaktiviert. Du kannst dich dort nicht mehr anmelden.`,
    writes: 'Der Administrator schreibt:',
  },
}
