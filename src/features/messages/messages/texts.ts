import { type Texts as AllTexts, textsOf } from '#platform/languages'

export type Texts = AllTexts['messages']

/** The texts of this area, in a language. */
export const textsIn = textsOf('messages')
