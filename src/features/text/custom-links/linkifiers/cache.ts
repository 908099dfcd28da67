import { type CompiledLinkifier, compileLinkifiers } from '#platform/markdown'
import { cache, type Organization } from '#platform/organization'
import { type Linkifier, linkifiersChanged, noSuchLinkifier } from './api.ts'
import * as store from './store.ts'

class Linkifiers {
  list: readonly Linkifier[]
  #compiled: readonly CompiledLinkifier[] | undefined

  constructor(list: readonly Linkifier[]) {
    this.list = list
  }

  set(list: readonly Linkifier[]): void {
    this.list = list
    this.#compiled = undefined
  }

  get compiled(): readonly CompiledLinkifier[] {
    this.#compiled ??= compileLinkifiers(this.list)
    return this.#compiled
  }
}

export const linkifiersCache = cache<Linkifiers>({
  name: 'linkifiers',
  load: async (tx, orgId) => new Linkifiers(await store.list(tx, orgId)),
}).on(linkifiersChanged, async (linkifiers, _events, tx, orgId) => {
  const list = await store.list(tx, orgId)
  return () => linkifiers.set(list)
})

export const linkifiersOf = (org: Organization): readonly CompiledLinkifier[] => org.get(linkifiersCache).compiled

type Tried = Pick<Linkifier, 'pattern' | 'url_template'>

/** Compiled with an unsaved linkifier, in place of the one with that ID or after the others. */
export function linkifiersWith(org: Organization, id: number | undefined, tried: Tried): readonly CompiledLinkifier[] {
  const { list } = org.get(linkifiersCache)
  if (id === undefined) return compileLinkifiers([...list, { id: 0, ...tried }])
  if (!list.some((one) => one.id === id)) throw noSuchLinkifier()
  return compileLinkifiers(list.map((one) => (one.id === id ? { id, ...tried } : one)))
}
