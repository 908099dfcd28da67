import './beside.css'

/** In pixels of the window, from the edge where lines begin and from its upper one. */
export interface Spot {
  readonly start: number
  readonly top: number
}

/** Puts something that floats above the page where it is wanted, or as near as the window lets it, also when that is changed. */
export function keepBeside(element: HTMLElement, { start, top }: Spot): void {
  const { width, height } = element.getBoundingClientRect()
  const lengths = { start, top, width, height }
  for (const [name, px] of Object.entries(lengths)) element.style.setProperty(`--beside-${name}`, `${px}px`)
  element.classList.add('beside')
}
