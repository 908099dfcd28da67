/** In right-to-left layouts, the sides are swapped. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

/** Position for an overlay below an element, at its inline start. */
export const below = ({ left, right, bottom }: DOMRect): { x: number; y: number } => ({
  x: isRightToLeft() ? right : left,
  y: bottom,
})

/** Arrow keys for forward and back, by text direction. */
export const onKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowLeft' : 'ArrowRight')
export const backKey = (): 'ArrowLeft' | 'ArrowRight' => (isRightToLeft() ? 'ArrowRight' : 'ArrowLeft')
