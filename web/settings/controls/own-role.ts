import { isAdministrator, isGuest, isModerator, isOwner } from '#contract'
import { oneself } from '../../permissions/rights.ts'

/** The user's role; pages that read it are updated when it changes. */
export const amOwner = (): boolean => isOwner(oneself())
export const amAdministrator = (): boolean => isAdministrator(oneself())
export const amModerator = (): boolean => isModerator(oneself())
export const amGuest = (): boolean => isGuest(oneself())
