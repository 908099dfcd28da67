import type { Lookup } from '../narrow/search-text.ts'
import { channels } from '../store/channels.ts'
import { ownId, people } from '../store/people.ts'

const same = (a: string | null | undefined, b: string) => a?.toLowerCase() === b

/** Names as they are typed whole: of somebody with a namesake, nothing is known; spaces may be typed as `+`. */
export const lookup: Lookup = {
  channel(name) {
    for (const wanted of new Set([name.toLowerCase(), name.toLowerCase().replaceAll('+', ' ')])) {
      const found = [...channels.value.values()].find((one) => same(one.name, wanted.replace(/^#/, '')))
      if (found) return found.stream_id
    }
    return undefined
  },
  person(name) {
    const wanted = name.toLowerCase().replace(/^@/, '')
    if (wanted === 'me') return ownId.value
    const found = [...people.value.values()].filter(
      (one) => same(one.full_name, wanted) || same(one.delivery_email, wanted) || same(one.email, wanted),
    )
    return found.length === 1 ? found[0]?.user_id : undefined
  },
}
