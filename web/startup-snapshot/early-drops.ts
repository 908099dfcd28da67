declare global {
  interface Window {
    /** Set by the page's first script: returns the files dropped so far, and leaves later ones to the client. */
    takeEarlyDrops?(): readonly File[]
  }
}

/** Until the client handles drops itself, keeps dropped files and prevents the browser from opening them. */
export function holdEarlyDrops(): void {
  const held: File[] = []
  const names = ['dragover', 'drop'] as const
  const hold = (event: DragEvent) => {
    const { dataTransfer: data } = event
    // the composer may be there already and handle it
    if (event.defaultPrevented || !data?.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop') held.push(...data.files)
  }
  for (const name of names) addEventListener(name, hold)
  window.takeEarlyDrops = () => {
    for (const name of names) removeEventListener(name, hold)
    return held
  }
}
