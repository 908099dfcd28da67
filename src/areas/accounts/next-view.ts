import { type Html, html } from '#platform/html'

/** The parameter that says which view of the web client opens once somebody is signed in. */
export const nextParameter = 'next'

/**
 * What follows `#` in the address of that view, with the sign; or the page that asks whether a program may act for
 * somebody, from the root; empty for none. Pages of this very server and nothing else: nobody is led anywhere by a link
 * that somebody made.
 */
export const nextView = (given: string | null | undefined): string =>
  given && /^(#|oauth\/authorize\?)[^\s<>"]{0,2000}$/.test(given) ? given : ''

/** The same, to stand behind an address of a page of the way in. */
export const nextQuery = (view: string): string => view && `?${new URLSearchParams({ [nextParameter]: view })}`

/** The same, as a field of its form. */
export const nextField = (view: string): Html =>
  view ? html`<input type="hidden" name="${nextParameter}" value="${view}">` : html``
