import { isAdministrator, isGuest, isModerator, isOwner, roles } from '#contract'
import { ownId, person } from '../../store/people.ts'

const own = () => person(ownId.value) ?? { role: roles.guest }

/** What the role of whoever looks is good for; a page that reads it follows when it changes. */
export const amOwner = (): boolean => isOwner(own())
export const amAdministrator = (): boolean => isAdministrator(own())
export const amModerator = (): boolean => isModerator(own())
export const amGuest = (): boolean => isGuest(own())
