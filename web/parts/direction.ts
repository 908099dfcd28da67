/** True in right-to-left layouts, where the sides are swapped. */
export const isCached = (): boolean => document.documentElement.dir === 'rtl'

/** Position for an overlay below an element, at its inline start. */
export const below = ({ left, right, bottom }: DOMRect): { x: number; y: number } => ({
  x: isCached() ? right : left,
  y: bottom,
})

/** Arrow keys for forward and back, by text direction. */
export const onKey = (): 'ArrowLeft' | 'ArrowRight' => (isCached() ? 'ArrowLeft' : 'ArrowRight')
export const backKey = (): 'ArrowLeft' | 'ArrowRight' => (isCached() ? 'ArrowRight' : 'ArrowLeft')
