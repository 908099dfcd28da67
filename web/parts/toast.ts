import './toast.css'

const shownMs = 6_000
let region: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

interface Offer {
  readonly label: string
  run(): void
}

/** Says something in one line, for a while; with an offer, what can be done about it, which nobody has to hurry for. */
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
  waiting?.abort()
  const hide = () => {
    // nobody is hurried who is about to press its button
    if (shown.matches(':hover, :focus-within')) timer = setTimeout(hide, shownMs)
    else if (offer) hideWithNext(shown)
    else shown.hidePopover()
  }
  timer = setTimeout(hide, shownMs)
}

/** What leads to the button, and is no other thing that one does. */
const onTheWay = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta'])
let waiting: AbortController | undefined

/** What is offered waits for whoever is slow: it goes with the next thing that one does elsewhere, and not by the clock. */
function hideWithNext(shown: HTMLElement): void {
  waiting = new AbortController()
  const { signal } = waiting
  const done = (event: Event) => {
    if (event.target instanceof Node && shown.contains(event.target)) return
    if (event instanceof KeyboardEvent && onTheWay.has(event.key)) return
    waiting?.abort()
    shown.hidePopover()
  }
  for (const name of ['click', 'keydown']) document.addEventListener(name, done, { capture: true, signal })
}
