import { textsOf } from '#platform/languages'

export const textsIn = textsOf('automations')
