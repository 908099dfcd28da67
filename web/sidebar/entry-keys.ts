/** Call once. Arrow keys, Home and End move through the links and headings of the left sidebar. */
export const watchEntryKeys = (): void =>
  document.querySelector<HTMLElement>('.left')?.addEventListener('keydown', step)

function step(event: KeyboardEvent): void {
  const { key, currentTarget, target, ctrlKey, metaKey, altKey } = event
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(currentTarget instanceof Element)) return
  const entries = [...currentTarget.querySelectorAll<HTMLElement>('.entry, .fold, .more')]
  const here = entries.indexOf(target as HTMLElement)
  if (here < 0) return
  const ends: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(entries.length - 1, here + 1),
    ArrowUp: Math.max(0, here - 1),
    Home: 0,
    End: entries.length - 1,
  }
  const to = ends[key]
  if (to === undefined) return
  event.preventDefault()
  entries[to]?.focus()
}
