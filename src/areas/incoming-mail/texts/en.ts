export const en = {
  from: (sender: string): string => `From: ${sender}`,
  noText: '(no text)',
  tooLarge: (name: string): string => `(${name} was too large to save)`,
  when: 'When',
  where: 'Where',
  cancelled: 'Canceled',
}
export type Texts = typeof en
