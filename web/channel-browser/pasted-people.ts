/** Somebody who could be meant. */
export interface Findable {
  readonly user_id: number
  readonly full_name: string
  readonly email: string
  readonly delivery_email?: string | null | undefined
  readonly is_active: boolean
}

export interface FoundPeople {
  readonly ids: readonly number[]
  /** As they were written: nobody is called that. */
  readonly unknown: readonly string[]
  /** Several people are called that. */
  readonly ambiguous: readonly string[]
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * Who is in a list that somebody has pasted: addresses, names, "Name <address>" and mentions, one a line or with commas,
 * semicolons or tabs in between. A name that has a comma stands in a line of its own or in quotes.
 */
export function peopleOfText(text: string, people: Iterable<Findable>): FoundPeople {
  const byAddress = new Map<string, number>()
  const byName = new Map<string, number[]>()
  for (const { user_id, full_name, email, delivery_email, is_active } of people) {
    if (!is_active) continue
    byAddress.set(plain(email), user_id)
    if (delivery_email) byAddress.set(plain(delivery_email), user_id)
    const name = plain(full_name)
    byName.set(name, [...(byName.get(name) ?? []), user_id])
  }
  const active = new Set(byAddress.values())
  const ids = new Set<number>()
  const unknown = new Set<string>()
  const ambiguous = new Set<string>()
  const look = (written: string): boolean => {
    const mention = /^@_?\*\*([^*|]+)(?:\|(\d+))?\*\*$/.exec(written)
    if (mention?.[2] !== undefined) {
      const id = Number(mention[2])
      if (active.has(id)) ids.add(id)
      return active.has(id)
    }
    const address = /<([^<>]+)>\s*$/.exec(written)?.[1]
    const known = byAddress.get(plain(address ?? written.replace(/^mailto:/i, '')))
    if (known !== undefined) {
      ids.add(known)
      return true
    }
    const named = byName.get(plain(mention?.[1] ?? written.replace(/<[^<>]*>\s*$/, '').replace(/^"(.*)"\s*$/, '$1')))
    if (!named) return false
    if (named.length === 1 && named[0] !== undefined) ids.add(named[0])
    else ambiguous.add(written)
    return true
  }
  for (const line of text.split(/[\r\n]+/)) {
    const whole = line.trim()
    if (whole === '' || look(whole)) continue
    for (const part of whole.match(/"[^"]*"[^,;\t]*|[^,;\t]+/g) ?? []) {
      const one = part.trim()
      if (one !== '' && !look(one)) unknown.add(one)
    }
  }
  return { ids: [...ids], unknown: [...unknown], ambiguous: [...ambiguous] }
}
