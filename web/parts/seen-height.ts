/** Sets `--seen` to the visible height while an on-screen keyboard covers the page: some browsers don't resize it. */
export function followKeyboard(): void {
  const seen = window.visualViewport
  if (!seen) return
  const tell = () => {
    // pinch zoom also shrinks the visual viewport
    const isCovered = seen.scale === 1 && seen.height < window.innerHeight - 1
    if (isCovered) document.documentElement.style.setProperty('--seen', `${Math.round(seen.height)}px`)
    else document.documentElement.style.removeProperty('--seen')
  }
  seen.addEventListener('resize', tell)
  tell()
}
