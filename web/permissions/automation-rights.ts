import { managesAutomations } from '../../src/features/automations/automations/rules.ts'
import { type Channel, channels } from '../store/channels.ts'
import { can, canInChannel } from './rights.ts'

export const canAutomateOrganization = (): boolean => can(managesAutomations)
export const canAutomate = (one: Channel): boolean => !one.is_archived && canInChannel('moderate', one)
export const automatedChannels = (): Channel[] => [...channels.value.values()].filter(canAutomate)
export const canManageAutomations = (): boolean => canAutomateOrganization() || automatedChannels().length > 0
