/** Saves a text as a file in the browser's downloads. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // the download has started when this task is over
  setTimeout(() => URL.revokeObjectURL(url))
}
