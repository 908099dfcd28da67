/**
 * Tells the style how much of the page is in sight while a keyboard stands over it: some browsers lay it over the page
 * and change nothing else.
 */
export function followKeyboard(): void {
  const seen = window.visualViewport
  if (!seen) return
  const tell = () => {
    // what is enlarged by two fingers is no keyboard
    const isCovered = seen.scale === 1 && seen.height < window.innerHeight - 1
    if (isCovered) document.documentElement.style.setProperty('--seen', `${Math.round(seen.height)}px`)
    else document.documentElement.style.removeProperty('--seen')
  }
  seen.addEventListener('resize', tell)
  tell()
}
