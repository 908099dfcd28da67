import { effect } from '@preact/signals'
import { address } from '../navigation/route.ts'
import { userIdIn } from '../popovers/person-at.ts'

export function openPeopleByAddress(): void {
  effect(() => {
    const userId = userIdIn(address.value)
    if (userId !== undefined) void import('../popovers/person.tsx').then(({ openPersonCard }) => openPersonCard(userId))
  })
}
