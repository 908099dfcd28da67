import { signal } from '@preact/signals'
import { ownId } from './people.ts'

/** The modifiers of Unicode, from light to dark. */
export const skinTones = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
export type SkinTone = (typeof skinTones)[number]

const storageKey = () => `loquat skin tone ${ownId.peek()}`
const read = (text: string | null): SkinTone | undefined => skinTones.find((one) => one === text)

/** In which one writes emoji of people; undefined for none of them. The API has no place for it: the browser keeps it. */
export const skinTone = signal<SkinTone | undefined>(undefined)

let isTaken = false

/** To be called when one's id is known; does its work once: what was chosen before, and in other tabs from then on. */
export function takeSkinTone(): void {
  if (isTaken) return
  isTaken = true
  try {
    skinTone.value = read(localStorage.getItem(storageKey()))
  } catch {
    // a browser that stores nothing
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey()) skinTone.value = read(newValue)
  })
}

export function keepSkinTone(tone: SkinTone | undefined): void {
  skinTone.value = tone
  try {
    if (tone === undefined) localStorage.removeItem(storageKey())
    else localStorage.setItem(storageKey(), tone)
  } catch {
    // it counts while the page is open
  }
}
