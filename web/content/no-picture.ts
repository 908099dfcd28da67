import { t } from '../texts/index.ts'

/** Replaces a picture that failed to load with its text. A preview disappears if its link is in the message. */
export function withoutPicture(picture: HTMLImageElement): void {
  const words = picture.alt || picture.title
  const preview = picture.closest('.message_inline_image, .message_embed')
  const link = preview?.querySelector('a')
  const text = picture.ownerDocument.createElement('span')
  text.className = 'no-picture'
  text.textContent = preview ? t.pictureGone : words || t.pictureGone
  if (!preview) picture.replaceWith(text)
  else if (link?.href && isLinkedIn(preview, link.href)) preview.remove()
  else picture.replaceWith(text)
}

const isLinkedIn = (preview: Element, href: string): boolean =>
  [...(preview.parentElement?.querySelectorAll('a') ?? [])].some((one) => one.href === href && !preview.contains(one))
