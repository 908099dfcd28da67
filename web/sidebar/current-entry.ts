/** A channel's topics are fetched when it's opened, and shift the entries below. */
const settlesMs = 3_000

/**
 * Scrolls the sidebar to the current view's entry and its channel, and again once the topics have loaded, unless the
 * user scrolls. Returns a function that stops it.
 */
export function showCurrentEntry(sidebar: HTMLElement): () => void {
  let top: number | undefined
  const show = () => {
    const entry = sidebar.querySelector<HTMLElement>('[aria-current="page"]')
    if (entry && !isInView(entry, sidebar)) {
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

/** Accounts for the sidebar's sticky header. */
function isInView(entry: HTMLElement, sidebar: HTMLElement): boolean {
  const [{ top, bottom }, edge] = [entry.getBoundingClientRect(), sidebar.getBoundingClientRect()]
  const head = Number.parseFloat(getComputedStyle(sidebar).scrollPaddingBlockStart) || 0
  return top >= edge.top + head - 8 && bottom <= edge.bottom
}
