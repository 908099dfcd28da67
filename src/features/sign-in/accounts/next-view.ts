import { type Html, html } from '#platform/html'

/** Query parameter with the view of the web client to open after signing in. */
export const nextParameter = 'next'

/**
 * The view's URL fragment with `#`, or the path of the OAuth authorization page; otherwise empty. Only pages of this
 * server, to prevent open redirects.
 */
export const nextView = (given: string | null | undefined): string =>
  given && /^(#|oauth\/authorize\?)[^\s<>"]{0,2000}$/.test(given) ? given : ''

export const nextQuery = (view: string): string => view && `?${new URLSearchParams({ [nextParameter]: view })}`

export const nextField = (view: string): Html =>
  view ? html`<input type="hidden" name="${nextParameter}" value="${view}">` : html``
