/**
 * The page is at the server's root, which may be below a path of its host. The client's URLs are relative to the page;
 * those from the server are relative to its root.
 */

/** Converts a path relative to the server's root to one this page can use. */
export const below = (path: string): string => path.replace(/^\//, location.pathname)

/** The reverse, as used in messages. */
export const fromRoot = (address: string): string =>
  address.startsWith(location.pathname) ? address.slice(location.pathname.length - 1) : address

/** The page's URL without a view, for sharing links. */
export const pageAddress = (): string => location.origin + location.pathname
