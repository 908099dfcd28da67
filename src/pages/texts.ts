import { textsOf } from '#platform/languages'

/** The pages other than the API, in a language. */
export const textsIn = textsOf('pages')
