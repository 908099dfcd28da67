import './toast.css'

const shownMs = 6_000
let region: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

interface Offer {
  readonly label: string
  run(): void
}

/** Says something in one line, for a while; with an offer, what can be done about it. */
export function toast(text: string, offer?: Offer): void {
  if (!region) {
    region = document.createElement('div')
    region.className = 'toast'
    region.setAttribute('role', 'status')
    region.popover = 'manual'
    document.body.append(region)
  }
  const shown = region
  const words = document.createElement('span')
  words.dir = 'auto'
  words.textContent = text
  // above dialogs too: what is shown last is on top
  if (shown.matches(':popover-open')) shown.hidePopover()
  shown.showPopover()
  shown.replaceChildren(words)
  if (offer) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.textContent = offer.label
    button.addEventListener('click', () => {
      shown.hidePopover()
      offer.run()
    })
    shown.append(button)
  }
  clearTimeout(timer)
  const hide = () => {
    // nobody is hurried who is about to press its button
    if (shown.matches(':hover, :focus-within')) timer = setTimeout(hide, shownMs)
    else shown.hidePopover()
  }
  timer = setTimeout(hide, shownMs)
}
