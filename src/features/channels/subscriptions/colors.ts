import type { ChannelId } from '#contract'
/** Colors that are easy to distinguish on light and dark backgrounds. */
export const palette = [
  '#c2726a',
  '#76ce90',
  '#7aa5d8',
  '#e4a847',
  '#a98bd1',
  '#5fb6ad',
  '#e387b4',
  '#9fb05a',
  '#c99a7b',
  '#6f8fc9',
  '#d9776d',
  '#58a66f',
  '#b7a04a',
  '#8f7ac2',
  '#4f9fc0',
  '#d48fd0',
  '#87a98d',
  '#e09368',
  '#7f9bb0',
  '#bd6f92',
  '#a3c95f',
  '#5d86a8',
  '#cfb27a',
  '#9a8276',
] as const

/** The user's least used color, starting at the channel's own index in the palette. */
export function pickColor(used: ReadonlyMap<string, number>, channelId: ChannelId): string {
  let best: string = palette[channelId % palette.length] as string
  let fewest = used.get(best) ?? 0
  for (let step = 1; step < palette.length && fewest > 0; step++) {
    const color = palette[(channelId + step) % palette.length] as string
    const count = used.get(color) ?? 0
    if (count < fewest) [best, fewest] = [color, count]
  }
  return best
}
