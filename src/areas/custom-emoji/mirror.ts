import { mirror, type Organization } from '#platform/organization'
import { type CustomEmoji, customEmojiAdded, customEmojiUpdated } from './api.ts'
import * as store from './store.ts'

/** Every custom emoji of an organization; those that are deactivated have no name any more. */
class CustomEmojis {
  byId: ReadonlyMap<string, CustomEmoji> = new Map()
  byName: ReadonlyMap<string, CustomEmoji> = new Map()

  constructor(all: readonly CustomEmoji[]) {
    this.set(all)
  }

  set(all: readonly CustomEmoji[]): void {
    this.byId = new Map(all.map((emoji) => [emoji.id, emoji]))
    this.byName = new Map(all.filter(({ deactivated }) => !deactivated).map((emoji) => [emoji.name, emoji]))
  }

  /** As register and older clients have it. */
  toWire(): Record<string, CustomEmoji> {
    return Object.fromEntries(this.byId)
  }
}

export const customEmojiMirror = mirror<CustomEmojis>({
  name: 'custom emoji',
  load: async (tx, orgId) => new CustomEmojis(await store.list(tx, orgId)),
}).on([customEmojiAdded, customEmojiUpdated], async (emojis, _events, tx, orgId) => {
  const all = await store.list(tx, orgId)
  return () => emojis.set(all)
})

/** One that can be used, by its name as texts and reactions spell it. */
export const customEmojiNamed = (org: Organization, name: string): CustomEmoji | undefined =>
  org.get(customEmojiMirror).byName.get(name.toLowerCase())

/** One that can be used, by its id: the `emoji_code` of reactions. */
export function customEmojiWithId(org: Organization, id: string): CustomEmoji | undefined {
  const emoji = org.get(customEmojiMirror).byId.get(id)
  return emoji?.deactivated ? undefined : emoji
}
