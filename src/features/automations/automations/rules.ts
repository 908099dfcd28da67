import { permission } from '../../people/organization/rules.ts'

export const managesAutomations = permission('realm', 'can_manage_automations_group')
