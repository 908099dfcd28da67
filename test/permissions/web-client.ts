import type { Signal } from '@preact/signals'
import { ApiError } from '#contract'
import type { Person } from '#test'

/** The web client's permission checks, loaded outside of a browser. */
async function load() {
  // its modules access the page while loading, and never afterwards
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document')
  Object.defineProperty(globalThis, 'document', {
    configurable: true,
    value: { documentElement: { dataset: {}, lang: 'en' } },
  })
  try {
    const { part } = await import('../../web/store/connection.ts')
    return {
      part,
      store: {
        ...(await import('../../web/store/channels.ts')),
        ...(await import('../../web/store/groups.ts')),
      },
      messages: {
        ...(await import('../../web/message-actions/rights.ts')),
        ...(await import('../../web/permissions/topic-rights.ts')),
      },
      places: await import('../../web/permissions/channel-rights.ts'),
      posting: await import('../../web/compose/posting.ts'),
      rights: await import('../../web/permissions/rights.ts'),
      locks: {
        ...(await import('../../web/permissions/channel-lock.ts')),
        ...(await import('../../web/permissions/group-lock.ts')),
      },
      people: await import('../../web/controls/own-role.ts'),
    }
  } finally {
    if (before) Object.defineProperty(globalThis, 'document', before)
    else Reflect.deleteProperty(globalThis, 'document')
  }
}

let loaded: ReturnType<typeof load> | undefined
const filled = new Set<string>()

/** The web client with a person's current state. There is only one at a time. */
export async function webClientOf(person: Person) {
  loaded ??= load()
  const { part, ...client } = await loaded
  const { initial: told } = await person.registerWith({})
  for (const key of [...filled, ...Object.keys(told)]) {
    filled.add(key)
    ;(part(key) as Signal<unknown>).value = told[key]
  }
  return { ...client, told }
}
export type WebClient = Awaited<ReturnType<typeof webClientOf>>

export const isDone = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    (problem) => {
      if (problem instanceof ApiError && problem.status < 500) return false
      throw problem
    },
  )
