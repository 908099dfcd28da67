import { isGuest } from '#contract'
import { part } from '../store/connection.ts'
import { oneself } from './own-facts.ts'

// an older server doesn't send it
const isShown = part<boolean | undefined>('realm_public_moderation_log')

export const isModerationLogPublic = (): boolean => isShown.value === true
export const canReadModerationLog = (): boolean => isModerationLogPublic() && !isGuest(oneself())
