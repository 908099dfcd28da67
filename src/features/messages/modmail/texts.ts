import { textsOf } from '#platform/languages'

/** The texts of this feature, in a language. */
export const textsIn = textsOf('modmail')
