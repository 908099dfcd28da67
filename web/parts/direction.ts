/** Whether one writes from right to left: what lies beside something else, lies on the other side then. */
export const isCached = (): boolean => document.documentElement.dir === 'rtl'

/** Where something hangs that opens below an element: at the beginning of its line. */
export const below = ({ left, right, bottom }: DOMRect): { x: number; y: number } => ({
  x: isCached() ? right : left,
  y: bottom,
})

/** The arrow keys that lead on and back along a line. */
export const onKey = (): 'ArrowLeft' | 'ArrowRight' => (isCached() ? 'ArrowLeft' : 'ArrowRight')
export const backKey = (): 'ArrowLeft' | 'ArrowRight' => (isCached() ? 'ArrowRight' : 'ArrowLeft')
