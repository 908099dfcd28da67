import { signal } from '@preact/signals'

const place = 'loquat folded sections'

function kept(): ReadonlySet<string> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return new Set(Array.isArray(all) ? all.filter((one): one is string => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Keys of the sections of the sidebar that somebody has folded; kept in the browser. */
export const foldedSections = signal(kept())

export function toggleSection(key: string): void {
  const next = new Set(foldedSections.peek())
  if (!next.delete(key)) next.add(key)
  foldedSections.value = next
  try {
    localStorage.setItem(place, JSON.stringify([...next]))
  } catch {
    // where nothing can be kept, it lasts as long as the page
  }
}
