/** Texts for content shared from other apps, foreign links and installing the client. */
export const enArrivals = {
  install: 'Install as an app',
  shareAgain: 'Couldn’t open the shared content. Share it again.',
  nothingShared: 'The shared content is no longer available.',
  tooManyShared: (left: number) => `Too many files were shared at once: ${left} left out.`,
  notUnderstood: 'This link isn’t valid.',
  elsewhere: (host: string) => `This link goes to ${host}.`,
  openThere: 'Open link',
}
export type ArrivalTexts = typeof enArrivals
