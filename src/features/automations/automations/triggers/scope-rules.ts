import type { Trigger } from './input.ts'

const organizationTriggers: readonly Trigger['kind'][] = ['joined_group', 'left_group', 'joined_organization']

/** Whether only organization-wide automations can have the trigger. */
export const isOrganizationTrigger = (kind: Trigger['kind']): boolean => organizationTriggers.includes(kind)
