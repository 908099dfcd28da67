import type { Texts } from './en.ts'

export const de: Texts = {
  from: (sender) => `Von: ${sender}`,
  noText: '(kein Text)',
  tooLarge: (name) => `(${name} war zu groß, um aufbewahrt zu werden)`,
  when: 'Wann',
  where: 'Wo',
  cancelled: 'Abgesagt',
}
