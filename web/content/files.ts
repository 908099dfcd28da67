import type { Message } from '../../src/features/messages/messages/wire.ts'
import { setContent } from './content.ts'

/** A file that a message links to or shows. */
export interface SharedFile {
  readonly href: string
  readonly name: string
  /** A small version, if it's a picture. */
  readonly picture?: string
}

const path = /(?:^|\/)user_uploads\/(?!thumbnail\/)/

/** The uploaded files in a message, each once, in order. Empty until the sanitizer has loaded. */
export function filesOf({ content }: Message): readonly SharedFile[] {
  const place = document.createElement('div')
  setContent(place, content)
  const found = new Map<string, SharedFile>()
  for (const link of place.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!path.test(href)) continue
    const picture = link.querySelector('img')?.getAttribute('src') ?? found.get(href)?.picture
    const name = found.get(href)?.name || link.textContent?.trim() || nameIn(href)
    found.set(href, { href, name, ...(picture ? { picture } : {}) })
  }
  return [...found.values()]
}

/** The file's name at the end of its URL. */
function nameIn(href: string): string {
  const last = href.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
