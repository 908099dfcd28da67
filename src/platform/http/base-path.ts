/**
 * A server may live below a path of a host that has other things too. Inside the server everything is at the root: a
 * request loses the path when it comes, and what browsers follow gets it when it goes.
 */

/** The address that was asked for, from the root. What comes without the path is taken as it is: proxies may cut it off. */
export function withoutBasePath(url: string, basePath: string): string {
  const isBelow = basePath !== '' && url.startsWith(basePath) && url[basePath.length] === '/'
  return isBelow ? url.slice(basePath.length) : url
}

/** Where to go instead when the path itself was asked for: addresses in pages are relative to what is below it. */
export function redirectToBasePath(url: string, basePath: string): string | undefined {
  const isAsked = basePath !== '' && url.startsWith(basePath) && /^(\?|$)/.test(url.slice(basePath.length))
  return isAsked ? `${basePath}/${url.slice(basePath.length)}` : undefined
}

/** A page of this server with its addresses below the path. Texts in it hold no quotation marks: they are escaped. */
export const withBasePath = (html: string, basePath: string): string =>
  basePath === '' ? html : html.replace(/(\s(?:href|src|action)=")\/(?!\/)/g, `$1${basePath}/`)
