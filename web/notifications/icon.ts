import { effect } from '@preact/signals'
import { leads } from '../store/connection.ts'
import { iconCount } from '../store/unread.ts'
import { below } from '../transport/place.ts'

const sizePx = 32

/** Shortened to fit an icon. */
export const iconText = (count: number): string =>
  count < 100 ? String(count) : count < 1_000 ? '99+' : count < 1_000_000 ? `${Math.floor(count / 1_000)}k` : '∞'

let plain: HTMLImageElement | undefined

async function plainIcon(): Promise<HTMLImageElement> {
  if (!plain) {
    const picture = new Image()
    picture.src = below('/static/icon.png')
    await picture.decode()
    plain = picture
  }
  return plain
}

async function drawn(count: number): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sizePx
  const pen = canvas.getContext('2d')
  if (!pen) return below('/static/icon.png')
  pen.drawImage(await plainIcon(), 0, 0, sizePx, sizePx)
  const text = iconText(count)
  pen.font = `bold ${text.length > 2 ? 14 : 18}px sans-serif`
  const width = Math.max(20, pen.measureText(text).width + 6)
  pen.fillStyle = '#b3261e'
  pen.beginPath()
  pen.roundRect(sizePx - width, sizePx - 20, width, 20, 8)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, sizePx - width / 2, sizePx - 9.5)
  return canvas.toDataURL()
}

/** The Badging API. */
interface Badging {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** Call once. Shows the unread count on the page's icon and the installed client's icon, by the user's setting. */
export function countOnIcon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  let isDrawn = false
  effect(() => {
    const count = iconCount.value
    if (link && (count > 0 || isDrawn)) {
      isDrawn = true
      void (count === 0 ? Promise.resolve(below('/static/icon.png')) : drawn(count))
        .then((address) => {
          if (iconCount.peek() === count) link.href = address
        })
        .catch(() => {})
    }
    if (!leads()) return
    const badging = navigator as Badging
    void (count > 0 ? badging.setAppBadge?.(count) : badging.clearAppBadge?.())?.catch(() => {})
  })
}
