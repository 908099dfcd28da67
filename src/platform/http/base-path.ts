/** The base path is stripped from incoming requests and added to URLs sent to browsers; routes don't include it. */

/** The URL without the base path. URLs without it are accepted as they are, because proxies may strip it. */
export function withoutBasePath(url: string, basePath: string): string {
  const isBelow = basePath !== '' && url.startsWith(basePath) && url[basePath.length] === '/'
  return isBelow ? url.slice(basePath.length) : url
}

/** The redirect target if the base path was requested without a slash; URLs in pages are relative to it. */
export function redirectToBasePath(url: string, basePath: string): string | undefined {
  const isAsked = basePath !== '' && url.startsWith(basePath) && /^(\?|$)/.test(url.slice(basePath.length))
  return isAsked ? `${basePath}/${url.slice(basePath.length)}` : undefined
}

/** The redirect target for a page that was requested with a slash at its end; it never leaves the server. */
export function withoutTrailingSlash(url: string, basePath: string): string | undefined {
  const queryAt = url.indexOf('?')
  const path = queryAt < 0 ? url : url.slice(0, queryAt)
  if (!path.endsWith('/') || !/^\/[\w.~%-]/.test(path)) return undefined
  let end = path.length
  while (path[end - 1] === '/') end--
  return basePath + path.slice(0, end) + url.slice(path.length)
}

/** Adds the base path to a page's URLs. Quotes in text are escaped, so text can't match. */
export const withBasePath = (html: string, basePath: string): string =>
  basePath === '' ? html : html.replace(/(\s(?:href|src|action)=")\/(?!\/)/g, `$1${basePath}/`)
