/** Colours that are told from the ground in both themes by at least 3:1, and from each other as well as sixteen can be. */
export const palette = [
  ['#bc504c', 'red'],
  ['#b85725', 'vermilion'],
  ['#aa6500', 'orange'],
  ['#8b7700', 'olive'],
  ['#5b871d', 'leaf'],
  ['#048f51', 'green'],
  ['#00917a', 'sea'],
  ['#008d9e', 'teal'],
  ['#0084b9', 'sky'],
  ['#3778c8', 'blue'],
  ['#696bc7', 'indigo'],
  ['#8561bd', 'violet'],
  ['#a057a4', 'purple'],
  ['#b25083', 'pink'],
  ['#6b727e', 'grey'],
  ['#8f6c50', 'brown'],
] as const
export type PaletteName = (typeof palette)[number][1]
