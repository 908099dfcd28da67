import { textsOf } from '#platform/languages'

/** Texts of the server's pages. */
export const textsIn = textsOf('pages')
