import { textsOf } from '#platform/languages'

/** The page that asks for permission on behalf of an app, in a language. */
export const textsIn = textsOf('oauth')
