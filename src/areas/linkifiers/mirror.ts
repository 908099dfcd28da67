import { type CompiledLinkifier, compileLinkifiers } from '#platform/markdown'
import { mirror, type Organization } from '#platform/organization'
import { type Linkifier, linkifiersChanged } from './api.ts'
import * as store from './store.ts'

/** An organization's linkifiers in order; compiled once after a change, when something is first rendered. */
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

export const linkifiersMirror = mirror<Linkifiers>({
  name: 'linkifiers',
  load: async (tx, orgId) => new Linkifiers(await store.list(tx, orgId)),
}).on(linkifiersChanged, async (linkifiers, _events, tx, orgId) => {
  const list = await store.list(tx, orgId)
  return () => linkifiers.set(list)
})

/** As rendering takes them. */
export const linkifiersOf = (org: Organization): readonly CompiledLinkifier[] => org.get(linkifiersMirror).compiled
