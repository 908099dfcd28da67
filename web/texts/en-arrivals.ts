/** Texts of what other programs hand over, and of installing the client: loaded when they are asked for. */
export const enArrivals = {
  install: 'Install as an app',
  shareAgain: 'What was shared could not be taken. Please share it once more.',
  nothingShared: 'There is nothing here that was shared.',
  tooManyShared: (left: number) => `${left} more files were shared than can be taken at once.`,
  notUnderstood: 'This link is not understood.',
  elsewhere: (host: string) => `This link leads to ${host}.`,
  openThere: 'Open it there',
}
export type ArrivalTexts = typeof enArrivals
