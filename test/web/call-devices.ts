import type { Page } from 'playwright-core'

interface Captured {
  readonly tracks: MediaStreamTrack[]
  readonly constraints: MediaStreamConstraints[]
}

/** Lets a test inspect, end, and refuse the devices that a page opens. Call it before the page loads. */
export const watchDevices = (page: Page, { refuses = [] }: { refuses?: readonly ('audio' | 'video')[] } = {}) =>
  page.addInitScript((refused) => {
    const captured: Captured = { tracks: [], constraints: [] }
    Object.assign(window, { captured })
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints = {}) => {
      if (refused.some((kind) => constraints[kind])) throw new DOMException('refused', 'NotAllowedError')
      const stream = await getUserMedia(constraints)
      captured.constraints.push(constraints)
      captured.tracks.push(...stream.getTracks())
      return stream
    }
  }, refuses)

/** Like unplugging the device, or a phone call that uses the microphone. */
export const endsTracks = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate((which) => {
    const { captured } = window as unknown as { captured: Captured }
    for (const track of captured.tracks.filter((one) => one.kind === which && one.readyState === 'live')) {
      track.stop()
      // `stop` doesn't dispatch it
      track.dispatchEvent(new Event('ended'))
    }
  }, kind)

export const askedFor = (page: Page) =>
  page.evaluate(() => (window as unknown as { captured: Captured }).captured.constraints)
