import './beside.css'

/** In CSS pixels, from the inline start and the top of the window. */
export interface Spot {
  readonly start: number
  readonly top: number
}

/** Positions a floating element at a spot, or as close as the window allows; also after resizing. */
export function keepBeside(element: HTMLElement, { start, top }: Spot): void {
  const { width, height } = element.getBoundingClientRect()
  const lengths = { start, top, width, height }
  for (const [name, px] of Object.entries(lengths)) element.style.setProperty(`--beside-${name}`, `${px}px`)
  element.classList.add('beside')
}
