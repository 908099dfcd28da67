import { render } from 'preact'
import { c } from '../texts/calls.ts'
import { received, sending } from './call-state.ts'
import { LeaveButton, MicrophoneControl } from './own-controls.tsx'
import { Speaker } from './stage.tsx'

interface DocumentPictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>
}

const size = { width: 360, height: 280 }

/** A window with a page of its own, which Chromium has; other browsers show one video. */
const windows = (): DocumentPictureInPicture | undefined =>
  (globalThis as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture

const hasPictures = (): boolean =>
  sending.value.has('camera') ||
  [...received.value.values()].some((media) => media.has('camera') || media.has('screen'))

export const canShowBeside = (): boolean =>
  windows() !== undefined || (document.pictureInPictureEnabled === true && hasPictures())

/** Shows the call in a small window on top of others. */
export async function showBeside(): Promise<void> {
  const own = windows()
  // refused if the user's press was too long ago, for example
  const beside = await own?.requestWindow(size).catch(() => undefined)
  if (beside) return open(beside)
  const video = document.querySelector<HTMLVideoElement>('.call-panel .stage video, .call-panel video:not(.mirrored)')
  await video?.requestPictureInPicture().catch(() => {})
}

let opened: Window | undefined

function open(beside: Window): void {
  const { document: page } = beside
  opened = beside
  page.title = c.panel
  for (const name of ['lang', 'dir', 'data-theme', 'class'])
    page.documentElement.setAttribute(name, document.documentElement.getAttribute(name) ?? '')
  for (const style of document.querySelectorAll('link[rel=stylesheet], style')) page.head.append(style.cloneNode(true))
  page.body.className = 'call-beside'
  render(<Beside />, page.body)
  beside.addEventListener('pagehide', () => {
    render(null, page.body)
    if (opened === beside) opened = undefined
  })
}

/** Called when the call ends. */
export const closeBeside = (): void => opened?.close()

const Beside = () => (
  <>
    <Speaker />
    <div class="call-controls">
      <MicrophoneControl />
      <LeaveButton />
    </div>
  </>
)
