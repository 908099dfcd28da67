/** The topics of a channel are fetched when it's opened, and move what stands below them. */
const settlesMs = 3_000

/**
 * Scrolls the sidebar until the entry of what is open is in sight, and its channel above it, and once more when topics have
 * come. Whoever scrolls the sidebar isn't disturbed. Answers how to stop.
 */
export function showCurrentEntry(sidebar: HTMLElement): () => void {
  let top: number | undefined
  const show = () => {
    const entry = sidebar.querySelector<HTMLElement>('[aria-current="page"]')
    if (entry && !isInSight(entry, sidebar)) {
      entry.closest('li.channel')?.querySelector('.entry')?.scrollIntoView({ block: 'nearest' })
      entry.scrollIntoView({ block: 'nearest' })
    }
    top = sidebar.scrollTop
  }
  const sizes = new ResizeObserver(show)
  const stop = () => {
    sizes.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    sidebar.removeEventListener('scroll', moved)
  }
  const moved = () => {
    if (top !== undefined && sidebar.scrollTop !== top) stop()
  }
  const frame = requestAnimationFrame(() => {
    for (const part of sidebar.children) sizes.observe(part)
    sidebar.addEventListener('scroll', moved, { passive: true })
  })
  const timer = setTimeout(stop, settlesMs)
  return stop
}

/** Below the head of the sidebar, which stays where it is. */
function isInSight(entry: HTMLElement, sidebar: HTMLElement): boolean {
  const [{ top, bottom }, edge] = [entry.getBoundingClientRect(), sidebar.getBoundingClientRect()]
  const head = Number.parseFloat(getComputedStyle(sidebar).scrollPaddingBlockStart) || 0
  return top >= edge.top + head - 8 && bottom <= edge.bottom
}
