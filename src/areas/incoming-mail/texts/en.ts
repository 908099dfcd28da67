export const en = {
  from: (sender: string): string => `From: ${sender}`,
  noText: '(no text)',
  tooLarge: (name: string): string => `(${name} was too large to be kept)`,
  when: 'When',
  where: 'Where',
  cancelled: 'Cancelled',
}
export type Texts = typeof en
