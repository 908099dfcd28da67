/**
 * The page is at the root of the server, which may live below a path of its host. Addresses that the client makes are
 * relative to the page; those that the server tells begin at its root.
 */

/** An address that begins at the server's root, as this page can follow it. */
export const below = (path: string): string => path.replace(/^\//, location.pathname)

/** The reverse: as it stands in messages. */
export const fromRoot = (address: string): string =>
  address.startsWith(location.pathname) ? address.slice(location.pathname.length - 1) : address

/** The page's own address, without what names a view: for links that are given to others. */
export const pageAddress = (): string => location.origin + location.pathname
