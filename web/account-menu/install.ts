import { signal } from '@preact/signals'

/** What a browser hands over that can install the client. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** Undefined where the browser does not offer it, or it is installed. */
export const installOffer = signal<InstallOffer | undefined>(undefined)

addEventListener('beforeinstallprompt', (event) => {
  // asked by the one who wants it, and nobody else
  event.preventDefault()
  installOffer.value = event as InstallOffer
})
addEventListener('appinstalled', () => {
  installOffer.value = undefined
})

/** An offer counts once; after it was declined, browsers make another when the page is opened again. */
export function install(): void {
  void installOffer.peek()?.prompt()
  installOffer.value = undefined
}
