import { computed } from '@preact/signals'
import type { User } from '../../src/areas/users/wire.ts'
import { part } from './connection.ts'
import { inNameOrder } from './name-order.ts'

export const ownId = part<number>('user_id')
const active = part<User[]>('realm_users')
const inactive = part<User[]>('realm_non_active_users')
const bots = part<User[]>('cross_realm_bots')

export const people = computed(
  () =>
    new Map(
      [...(bots.value ?? []), ...(inactive.value ?? []), ...(active.value ?? [])].map((user) => [user.user_id, user]),
    ),
)

export const person = (id: number): User | undefined => people.value.get(id)
export const nameOf = (id: number): string => person(id)?.full_name ?? ''

let knownOrder: ReturnType<typeof inNameOrder> = []
const byName = computed(() => {
  knownOrder = inNameOrder(people.value.values(), knownOrder)
  return knownOrder
})

/** Where each person stands by name: ten thousand are sorted once, and not for each list of them. */
export const namePlaces = computed(() => new Map(byName.value.map(({ user_id }, index) => [user_id, index])))
