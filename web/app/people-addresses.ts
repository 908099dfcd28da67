import { effect } from '@preact/signals'
import { userIdIn } from '../message-actions/watch.ts'
import { address } from './route.ts'

/** Call once. An address such as `#user/7` opens the user's card over the home view. */
export function openPeopleByAddress(): void {
  effect(() => {
    const userId = userIdIn(address.value)
    if (userId !== undefined) void import('../cards/person.tsx').then(({ openPersonCard }) => openPersonCard(userId))
  })
}
