import { isAdministrator, isGuest, isModerator, isOwner } from '#contract'
import { oneself } from '../permissions/rights.ts'

export const amOwner = (): boolean => isOwner(oneself())
export const amAdministrator = (): boolean => isAdministrator(oneself())
export const amModerator = (): boolean => isModerator(oneself())
export const amGuest = (): boolean => isGuest(oneself())
