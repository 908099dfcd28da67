/**
 * The address of a page of the help, or of a heading in it, beside the client's own page; without a name that of all pages.
 * A test holds what the client names against the pages that there are.
 */
export const helpHref = (page = '', anchor = ''): string => `help/${page}${anchor && `#${anchor}`}`

/** Opens a page of the help beside the chat, which stays as it is. */
export const openHelpPage = (href: string): void => void window.open(href, '_blank', 'noopener')
