/**
 * URL of a help page or a heading in it, relative to the client's page; without a name, the help index. A test checks
 * that all pages we link to exist.
 */
export const helpHref = (page = '', anchor = ''): string => `help/${page}${anchor && `#${anchor}`}`

/** Opens a help page in a new tab. */
export const openHelpPage = (href: string): void => void window.open(href, '_blank', 'noopener')
