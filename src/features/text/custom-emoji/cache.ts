import { cache, type Organization } from '#platform/organization'
import { type CustomEmoji, customEmojiAdded, customEmojiUpdated } from './api.ts'
import * as store from './store.ts'

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

  toWire(): Record<string, CustomEmoji> {
    return Object.fromEntries(this.byId)
  }
}

export const customEmojiCache = cache<CustomEmojis>({
  name: 'custom emoji',
  load: async (tx, orgId) => new CustomEmojis(await store.list(tx, orgId)),
}).on([customEmojiAdded, customEmojiUpdated], async (emojis, _events, tx, orgId) => {
  const all = await store.list(tx, orgId)
  return () => emojis.set(all)
})

export const customEmojiNamed = (org: Organization, name: string): CustomEmoji | undefined =>
  org.get(customEmojiCache).byName.get(name.toLowerCase())

/** An active emoji by id: the `emoji_code` of reactions. */
export function customEmojiWithId(org: Organization, id: string): CustomEmoji | undefined {
  const emoji = org.get(customEmojiCache).byId.get(id)
  return emoji?.deactivated ? undefined : emoji
}
