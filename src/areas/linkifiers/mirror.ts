import type { Tx } from '#platform/db'
import { type CompiledLinkifier, compileLinkifiers } from '#platform/markdown'
import { mirror, type Organization } from '#platform/organization'
import { type Linkifier, linkifiersChanged } from './api.ts'
import * as store from './store.ts'

/** An organization's linkifiers in order; compiled once after a change, when something is first rendered. */
class Linkifiers {
  list: readonly Linkifier[] = []
  #compiled: readonly CompiledLinkifier[] | undefined

  async load(tx: Tx, orgId: number): Promise<this> {
    this.list = await store.list(tx, orgId)
    this.#compiled = undefined
    return this
  }

  get compiled(): readonly CompiledLinkifier[] {
    this.#compiled ??= compileLinkifiers(this.list)
    return this.#compiled
  }
}

export const linkifiersMirror = mirror<Linkifiers>({
  name: 'linkifiers',
  load: (tx, orgId) => new Linkifiers().load(tx, orgId),
}).on(linkifiersChanged, async (linkifiers, _events, tx, orgId) => {
  await linkifiers.load(tx, orgId)
})

/** As rendering takes them. */
export const linkifiersOf = (org: Organization): readonly CompiledLinkifier[] => org.get(linkifiersMirror).compiled
