import { effect } from '@preact/signals'
import { userIdIn } from '../message-actions/watch.ts'
import { address } from '../navigation/route.ts'

export function openPeopleByAddress(): void {
  effect(() => {
    const userId = userIdIn(address.value)
    if (userId !== undefined) void import('../popovers/person.tsx').then(({ openPersonCard }) => openPersonCard(userId))
  })
}
