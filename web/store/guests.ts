import { roles } from '#contract'
import type { User } from '../../src/features/people/users/wire.ts'
import { t } from '../texts/index.ts'
import { part } from './connection.ts'

const areMarked = part<boolean | undefined>('realm_enable_guest_user_indicator')

/** Whether the organization wants it to be shown next to the name that this is a guest. */
export const isMarkedGuest = (user: Pick<User, 'role'> | undefined): boolean =>
  user?.role === roles.guest && areMarked.value !== false

/** What stands after a guest's name where it is told in words. */
export const guestMark = (user: Pick<User, 'role'>): string => (isMarkedGuest(user) ? ` (${t.guest})` : '')
