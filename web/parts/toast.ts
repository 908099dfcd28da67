import './toast.css'

const shownMs = 6_000
let region: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

interface Offer {
  readonly label: string
  /** A shortcut for the same, as shown to users. The page handles it. */
  readonly key?: string
  run(): void
}

export interface Toast {
  /** Whether the user is about to click. */
  isHeld(): boolean
  /** Does nothing if another toast has replaced it. */
  close(): void
}

/** Shows a short message for a while. With actions, it stays until the user chooses one or does something else. */
export function toast(text: string, offer?: Offer, decline?: Offer): void {
  const { isHeld, close } = openToast(text, offer, decline)
  const hide = () => {
    if (offer && isHeld()) timer = setTimeout(hide, shownMs)
    else if (offer) hideWithNext(region as HTMLElement)
    else close()
  }
  timer = setTimeout(hide, shownMs)
}

/** Shows a short message until the caller closes it, or another replaces it. */
export function openToast(text: string, ...offers: readonly (Offer | undefined)[]): Toast {
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
  // reopen on top of dialogs
  if (shown.matches(':popover-open')) shown.hidePopover()
  shown.showPopover()
  shown.replaceChildren(words)
  for (const { label, key, run } of offers.filter((one) => one !== undefined)) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.textContent = label
    button.addEventListener('click', () => {
      shown.hidePopover()
      run()
    })
    shown.append(button)
    if (key !== undefined) {
      const hint = document.createElement('kbd')
      hint.ariaHidden = 'true'
      hint.textContent = key
      shown.append(hint)
    }
  }
  clearTimeout(timer)
  waiting?.abort()
  const isHeld = () => words.isConnected && shown.matches(':hover, :focus-within')
  const close = () => {
    if (words.checkVisibility()) shown.hidePopover()
  }
  return { isHeld, close }
}

/** Keys used to get to the button, which don't close the toast. */
const onTheWay = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta'])
let waiting: AbortController | undefined

/** A toast with an action isn't timed, for slow users: it closes on the next action elsewhere. */
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
