/** Lines kept in the live region, so that a screen reader isn't cut off. No line is read twice. */
const kept = 10
let log: HTMLElement | undefined

/** Screen readers announce what's added to a live region only if it was there before. */
export function prepareToReadOut(): void {
  if (log) return
  log = document.createElement('div')
  log.className = 'visually-hidden'
  log.setAttribute('role', 'log')
  document.body.append(log)
}

/** Announces a line to screen readers, after those before it. */
export function readOut(text: string): void {
  const line = document.createElement('p')
  line.textContent = text
  log?.append(line)
  while (log && log.childElementCount > kept) log.firstElementChild?.remove()
}
