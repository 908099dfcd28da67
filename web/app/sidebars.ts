import { effect, signal } from '@preact/signals'
import { addLayer } from './layers.ts'

/** The sidebar that overlays the messages on narrow screens. */
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
/** True if the user list fits next to the messages. */
export const isWide = signal(wide.matches)
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})
