/** URL of a help page or heading, relative to the client's page. A test checks that the pages we link to exist. */
export const helpHref = (page = '', anchor = ''): string => `help/${page}${anchor && `#${anchor}`}`

export const openHelpPage = (href: string): void => void window.open(href, '_blank', 'noopener')
