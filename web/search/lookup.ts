import { folded } from '#contract'
import type { Lookup } from '../narrow/search-text.ts'
import { channels } from '../store/channels.ts'
import { ownId, people } from '../store/people.ts'
import { dayNamed } from './days.ts'

const same = (a: string | null | undefined, b: string) => a?.toLowerCase() === b

/** Resolves complete names, and unique first names; spaces may be typed as `+`. */
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
    const all = [...people.value.values()]
    const found = all.filter(
      (one) => same(one.full_name, wanted) || same(one.delivery_email, wanted) || same(one.email, wanted),
    )
    const named = found.length > 0 ? found : all.filter((one) => folded(one.full_name) === folded(wanted))
    const begins = `${folded(wanted)} `
    const [first, ...others] = named.length > 0 ? named : all.filter((one) => folded(one.full_name).startsWith(begins))
    return others.length === 0 ? first?.user_id : undefined
  },
  day: (name) => dayNamed(name),
}
