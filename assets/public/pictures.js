const picture = 'main a:has(> img.picture)'

/** Opens an image over the page, with arrows to the others. */
export function showPictures() {
  document.addEventListener('click', (event) => {
    const link = event.target.closest(picture)
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open([...document.querySelectorAll(picture)], link)
  })
}

function open(links, first) {
  const texts = document.body.dataset
  const dialog = document.createElement('dialog')
  dialog.className = 'pictures'
  const image = document.createElement('img')
  const original = document.createElement('a')
  original.textContent = texts.original
  original.target = '_blank'
  original.rel = 'noopener'
  let at = links.indexOf(first)
  const show = (next) => {
    at = (next + links.length) % links.length
    const link = links[at]
    image.src = original.href = link.href
    image.alt = link.querySelector('img').alt
    dialog.setAttribute('aria-label', image.alt || texts.original)
  }
  const button = (text, sign, run) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = sign
    made.setAttribute('aria-label', text)
    made.addEventListener('click', run)
    return made
  }
  const tools = document.createElement('div')
  const many = links.length > 1
  if (many)
    tools.append(
      button(texts.before, '‹', () => show(at - 1)),
      button(texts.after, '›', () => show(at + 1)),
    )
  tools.append(
    original,
    button(texts.close, '×', () => dialog.close()),
  )
  dialog.append(image, tools)
  dialog.addEventListener('keydown', ({ key }) => {
    if (many && key === 'ArrowLeft') show(at - 1)
    if (many && key === 'ArrowRight') show(at + 1)
  })
  // a click outside the image
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    links[at].focus()
  })
  show(at)
  document.body.append(dialog)
  dialog.showModal()
}
