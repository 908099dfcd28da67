declare global {
  interface Window {
    /** Set by the first program of the page: answers the files dropped so far, and leaves later ones to the client. */
    takeEarlyDrops?(): readonly File[]
  }
}

/** Until the client takes dropped files itself, none makes the browser leave the page, and none is lost. */
export function holdEarlyDrops(): void {
  const held: File[] = []
  const names = ['dragover', 'drop'] as const
  const hold = (event: DragEvent) => {
    const { dataTransfer: data } = event
    // the composer may be there already and take them
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
