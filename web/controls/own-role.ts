import { isAdministrator, isGuest, isModerator, isOwner } from '#contract'
import { oneself } from '../permissions/rights.ts'

/** What the role of whoever looks is good for; a page that reads it follows when it changes. */
export const amOwner = (): boolean => isOwner(oneself())
export const amAdministrator = (): boolean => isAdministrator(oneself())
export const amModerator = (): boolean => isModerator(oneself())
export const amGuest = (): boolean => isGuest(oneself())
