import { textsOf } from '#platform/languages'

/** The texts of this area, in a language. */
export const textsIn = textsOf('agentRequests')
