import { createHash } from 'node:crypto'
import { type Colour, drawPng } from './png.ts'

/** Sides of the two avatar sizes in pixels. */
export const avatarSizes = { small: 100, medium: 500 } as const
export type AvatarSize = keyof typeof avatarSizes

const cells = 5

/** A pattern determined by the seed: five by five cells, symmetric. */
export function identicon(seed: string, size: AvatarSize): Buffer {
  const hash = createHash('sha256').update(seed).digest()
  const side = avatarSizes[size]
  const margin = Math.floor(side / 12)
  const cell = (side - 2 * margin) / cells
  const isFilled = (column: number, row: number) => {
    const half = Math.min(column, cells - 1 - column)
    return ((hash[half * cells + row] as number) & 1) === 1
  }
  return drawPng(side, [[240, 240, 240], colour((hash[30] as number) * 256 + (hash[31] as number))], (x, y) => {
    const column = Math.floor((x - margin) / cell)
    const row = Math.floor((y - margin) / cell)
    return column >= 0 && row >= 0 && column < cells && row < cells && isFilled(column, row)
  })
}

/** A hue dark enough for light backgrounds. */
function colour(turn: number): Colour {
  const hue = (turn % 360) / 60
  const [chroma, base] = [0.55, 0.2]
  const second = chroma * (1 - Math.abs((hue % 2) - 1))
  const parts = [
    [chroma, second, 0],
    [second, chroma, 0],
    [0, chroma, second],
    [0, second, chroma],
    [second, 0, chroma],
    [chroma, 0, second],
  ][Math.floor(hue)] as [number, number, number]
  return parts.map((part) => Math.round((part + base) * 255)) as unknown as Colour
}

export const avatarBlob = (key: string, size: AvatarSize): string => `${key}-${size}.png`
