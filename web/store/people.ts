import { computed, signal } from '@preact/signals'
import type { User } from '../../src/features/people/users/wire.ts'
import { onRenewal, part } from './connection.ts'
import { inNameOrder, longSort, sortInTurns } from './name-order.ts'

export const ownId = part<number>('user_id')
const active = part<User[]>('realm_users')
const inactive = part<User[]>('realm_non_active_users')
const bots = part<User[]>('cross_realm_bots')
const after = part<number | null | undefined>('realm_users_after')

/** Whether some people haven't been loaded yet: large organizations load page by page. */
export const isIncomplete = computed(() => typeof after.value === 'number')

/** People known before the session re-registered, shown until the new ones arrive. */
let known: ReadonlyMap<number, User> | undefined
onRenewal(() => {
  known = shown
})
let shown: ReadonlyMap<number, User> = new Map()

export const people = computed(() => {
  if (!isIncomplete.value) known = undefined
  const all = new Map(known)
  for (const list of [bots.value, inactive.value, active.value])
    for (const user of list ?? []) all.set(user.user_id, user)
  shown = all
  return all
})

/** Requests an unknown person, unless everyone is loaded. */
export function person(id: number): User | undefined {
  const found = people.value.get(id)
  if (!found && isIncomplete.value) ask(id)
  return found
}
export const nameOf = (id: number): string => person(id)?.full_name ?? ''

/** Whether it's the bot of an automation. */
export const isAutomation = (id: number): boolean => person(id)?.is_automation === true

/** More than this aren't requested by id: their pages will arrive. */
const maxRequested = 200
const asked = new Set<number>()

function ask(id: number): void {
  if (asked.size >= maxRequested) return
  if (asked.size === 0)
    setTimeout(() => {
      const ids = [...asked]
      asked.clear()
      void import('./missing-people.ts').then(({ fetchSome }) => fetchSome(ids))
    }, 20)
  asked.add(id)
}

/** Fetches everyone now, for views that search all people; otherwise it waits until the page is idle. */
export function wantEveryone(): void {
  if (isIncomplete.peek()) void import('./missing-people.ts').then(({ fetchEveryone }) => fetchEveryone())
}

let knownOrder: ReturnType<typeof inNameOrder> = []
const sorted = signal(0)
let isSorting = false
const byName = computed(() => {
  sorted.value
  const all = [...people.value.values()]
  if (all.length - knownOrder.length <= longSort) knownOrder = inNameOrder(all, knownOrder)
  else if (!isSorting) {
    // the previous order is shown in the meantime
    isSorting = true
    void sortInTurns(all).then((order) => {
      knownOrder = order
      isSorting = false
      sorted.value++
    })
  }
  return knownOrder
})

/** Each person's position by name: ten thousand are sorted once, not for each list. */
export const namePlaces = computed(() => new Map(byName.value.map(({ user_id }, index) => [user_id, index])))
