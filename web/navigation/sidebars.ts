import { effect, signal } from '@preact/signals'
import { addLayer } from '../parts/layers.ts'

export const openSidebar = signal<'left' | 'right' | undefined>(undefined)

export const toggleSidebar = (which: 'left' | 'right'): void => {
  openSidebar.value = openSidebar.peek() === which ? undefined : which
}

effect(() => {
  if (openSidebar.value === undefined) return
  return addLayer(() => {
    openSidebar.value = undefined
  })
})

const wide = matchMedia('(width >= 1200px)')
export const isWide = signal(wide.matches)
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})
