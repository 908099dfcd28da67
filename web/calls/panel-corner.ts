export const corners = ['top-end', 'bottom-end', 'bottom-start', 'top-start'] as const
export type Corner = (typeof corners)[number]

interface Point {
  readonly x: number
  readonly y: number
}

/** The corner whose quarter of the window a point is in. */
export function cornerAt({ x, y }: Point, { width, height }: { width: number; height: number }, isMirrored: boolean) {
  const isLeft = x < width / 2
  const side = isLeft === isMirrored ? 'end' : 'start'
  return `${y < height / 2 ? 'top' : 'bottom'}-${side}` as Corner
}

/** The corner that an arrow key leads to; undefined for other keys. */
export function cornerByKey(key: string, from: Corner, isMirrored: boolean): Corner | undefined {
  const [row, side] = from.split('-')
  if (key === 'ArrowUp') return `top-${side}` as Corner
  if (key === 'ArrowDown') return `bottom-${side}` as Corner
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  return `${row}-${(key === 'ArrowLeft') === isMirrored ? 'end' : 'start'}` as Corner
}
