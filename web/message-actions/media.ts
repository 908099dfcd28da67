import type { Message } from '../../src/features/messages/messages/wire.ts'
import { setContent } from '../content/content.ts'

export interface Media {
  readonly messageId: number
  readonly kind: 'picture' | 'film'
  readonly href: string
  /** URL of what's displayed; the server proxies foreign files. */
  readonly src: string
  readonly title: string
  readonly isOwn: boolean
}

const previews = '.message_inline_image:not(.youtube-video, .embed-video) a, img.inline-image'

export function mediaOf({ id, content }: Message): Media[] {
  if (!/message_inline_image|inline-image/.test(content)) return []
  // an inert document, so that nothing loads
  const root = document.implementation.createHTMLDocument().createElement('div')
  setContent(root, content)
  return [...root.querySelectorAll<HTMLElement>(previews)].flatMap((preview): Media[] => {
    const picture = preview.matches('img') ? (preview as HTMLImageElement) : preview.querySelector('img')
    const href = preview.dataset.originalSrc ?? preview.getAttribute('href') ?? ''
    const film = preview.querySelector('video')
    if (href === '' || (!picture && !film)) return []
    const isOwn = new URL(href, location.origin).origin === location.origin
    const title = preview.title || picture?.alt || nameIn(href)
    const shared = { messageId: id, href, title, isOwn }
    if (film) return [{ ...shared, kind: 'film', src: href }]
    return [{ ...shared, kind: 'picture', src: sourceOf(picture as HTMLImageElement, href, isOwn) }]
  })
}

/** URL of the original, or of the server's conversion if browsers can't display it. */
function sourceOf(picture: HTMLImageElement, href: string, isOwn: boolean): string {
  const { transcodedImage } = picture.dataset
  const shown = picture.getAttribute('src') ?? href
  if (transcodedImage) return shown.replace(/[^/]*$/, transcodedImage)
  return isOwn ? href : shown
}

function nameIn(href: string): string {
  const name = href.slice(href.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
