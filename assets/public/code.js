/** Adds a copy button to code blocks. */
export function addCopyButtons() {
  const { copy, copied } = document.body.dataset
  for (const code of document.querySelectorAll('main pre:not(.copyable > pre)')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = copy
    button.addEventListener('click', async () => {
      await copyTextOf(code)
      button.textContent = copied
      setTimeout(() => {
        button.textContent = copy
      }, 2000)
    })
    const frame = document.createElement('div')
    frame.className = 'copyable'
    code.replaceWith(frame)
    frame.append(code, button)
  }
}

/** The Clipboard API needs a secure context. */
async function copyTextOf(code) {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent)
  const selection = getSelection()
  selection.selectAllChildren(code)
  document.execCommand('copy')
  selection.removeAllRanges()
}
