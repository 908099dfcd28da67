import { uploadsPath, uploadViews } from '#contract'
import type { MarkdownContext } from './context.ts'
import { wellFormed } from './run.ts'

const SAFE_SCHEMES = new Set(
  'http https ftp mailto tel sms xmpp irc ircs matrix geo news magnet webcal zoommtg'.split(' '),
)
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
/** Some real links carry a whole program in their fragment. */
export const MAX_URL = 10_000

/** Encodes an absolute URL with a safe scheme; undefined for any other text. */
export function safeUrl(url: string): string | undefined {
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined || !SAFE_SCHEMES.has(scheme) || url.length > MAX_URL) return undefined
  return encodeUrl(url)
}

/** Percent-encodes invalid characters and leaves existing escapes. */
function encodeUrl(url: string): string {
  // perf: most URLs need nothing
  if (/^[\w\-.~:/?#[\]@!$&'()*+,;=]+$/.test(url)) return url
  try {
    return encodeURI(wellFormed(url))
      .replace(/%25(?=[0-9a-f]{2})/gi, '%')
      .replace(/%5B/gi, '[')
      .replace(/%5D/gi, ']')
  } catch {
    return url.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g, '')
  }
}

/** The URL of `[text](destination)`, absolute or within the organization. Undefined if it isn't a link. */
export function resolveDestination(given: string, context: MarkdownContext): string | undefined {
  const destination = given.trim()
  if (destination === '' || destination.length > MAX_URL || /[\u0000-\u0020\u007f]/.test(destination)) return undefined
  if (destination.startsWith('#')) return encodeUrl(destination)
  if (destination.startsWith('//')) return safeUrl(`https:${destination}`)
  if (destination.startsWith('/')) return encodeUrl(destination)
  if (/^user_avatars\//.test(destination) || `/${destination}`.startsWith(uploadsPath))
    return encodeUrl(`/${destination}`)
  if (/^narrow\//.test(destination)) return encodeUrl(`#${destination}`)
  const scheme = SCHEME.exec(destination)?.[1]
  // `localhost:9991/x` and `example.org:80` have a port, not a scheme.
  if (scheme !== undefined && !/^[a-z0-9.-]+:\d{1,5}(?:[/?#]|$)/i.test(destination)) {
    const url = safeUrl(destination)
    return url === undefined ? undefined : ownLink(url, context)
  }
  if (/^[^\s@/:?#]+@(?=[^\s@/:?#]+$)[^\s@/:?#]+\.[^\s@/:?#]+$/.test(destination))
    return safeUrl(`mailto:${destination}`)
  if (/^(?:localhost|[^\s/?#:@]+\.[^\s/?#:@.]{2,})(?::\d{1,5})?(?:[/?#]|$)/i.test(destination)) {
    return safeUrl(`http://${destination}`)
  }
  return undefined
}

/** Makes links into the organization relative, so that they survive a change of its URL. */
export function ownLink(url: string, { realmUrl }: MarkdownContext): string {
  if (!url.startsWith(realmUrl) || url[realmUrl.length] !== '/') return url
  const path = url.slice(realmUrl.length)
  if (path.startsWith('/#')) return path.slice(1)
  return path.startsWith(uploadsPath) ? path : url
}

/** Whether a link leads into the organization; relative links do. */
export const isOwnUrl = (href: string, { realmUrl }: Pick<MarkdownContext, 'realmUrl'>): boolean =>
  /^[/#]/.test(href) || (href.startsWith(realmUrl) && /^(?:$|[/?#])/.test(href.slice(realmUrl.length)))

const UPLOAD = new RegExp(`^${uploadsPath}(?!${uploadViews.join('|')})([\\w-]+/[^?#]+)`)

export function uploadPath(href: string, context: MarkdownContext): string | undefined {
  const path = UPLOAD.exec(ownLink(href, context))?.[1]
  if (path === undefined || path.includes('..')) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
