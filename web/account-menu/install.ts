import { signal } from '@preact/signals'

interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** Undefined if the browser doesn't offer installation, or the client is installed. */
export const installOffer = signal<InstallOffer | undefined>(undefined)

addEventListener('beforeinstallprompt', (event) => {
  // keep the browser from asking by itself
  event.preventDefault()
  installOffer.value = event as InstallOffer
})
addEventListener('appinstalled', () => {
  installOffer.value = undefined
})

/** An offer works once; browsers make another the next time the page is opened. */
export function install(): void {
  void installOffer.peek()?.prompt()
  installOffer.value = undefined
}
