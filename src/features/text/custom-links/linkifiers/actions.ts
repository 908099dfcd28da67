import { isDeepStrictEqual } from 'node:util'
import type { Mutation } from '#platform/organization'
import { view } from '#platform/serve'
import * as api from './api.ts'
import { linkifiersCache } from './cache.ts'
import { checkLinkifier } from './linkifier-checks.ts'
import * as store from './store.ts'

/** Requested fields of a linkifier; missing ones stay, and an empty text removes one. */
export interface Wanted {
  pattern: string
  url_template: string
  example_input?: string | undefined
  reverse_template?: string | undefined
  alternative_url_templates?: string[] | undefined
}

export const blankLinkifier = { example_input: null, reverse_template: null, alternative_url_templates: [] }

type Facts = Omit<api.Linkifier, 'id'>

/** The complete linkifier. perf: the largest pattern takes a few milliseconds, a typical one a tenth of one. */
function wantedLinkifier(before: Partial<Facts> | undefined, wanted: Wanted): Facts {
  const { pattern, url_template, alternative_url_templates } = wanted
  const old = { ...blankLinkifier, ...before }
  const text = (given: string | undefined, kept: string | null) => (given === undefined ? kept : given || null)
  const facts = {
    pattern,
    url_template,
    example_input: text(wanted.example_input, old.example_input),
    reverse_template: text(wanted.reverse_template, old.reverse_template),
    alternative_url_templates: alternative_url_templates ?? old.alternative_url_templates,
  }
  checkLinkifier(facts)
  return facts
}

const tell = (mutation: Mutation, realm_linkifiers: api.Linkifier[]) =>
  mutation.emit(api.linkifiersChanged, { realm_linkifiers }, { everyone: true })

function checkPattern(list: readonly api.Linkifier[], pattern: string, except?: number): void {
  if (list.some((one) => one.pattern === pattern && one.id !== except)) throw api.patternTaken()
}

export async function addLinkifier(mutation: Mutation, wanted: Wanted): Promise<number> {
  const { list } = mutation.get(linkifiersCache)
  const facts = wantedLinkifier(undefined, wanted)
  checkPattern(list, facts.pattern)
  if (list.length >= api.maxLinkifiers) throw api.tooManyLinkifiers()
  const added = await store.insert(mutation.tx, mutation.org.id, facts)
  tell(mutation, [...list, added])
  return added.id
}

export async function updateLinkifier(mutation: Mutation, id: number, wanted: Wanted): Promise<void> {
  const { list } = mutation.get(linkifiersCache)
  const before = list.find((one) => one.id === id)
  if (!before) throw api.noSuchLinkifier()
  const after = { id, ...wantedLinkifier(before, wanted) }
  checkPattern(list, after.pattern, id)
  if (isDeepStrictEqual(before, after)) return
  const { id: _, ...changes } = after
  await store.update(mutation.tx, id, changes)
  tell(
    mutation,
    list.map((one) => (one.id === id ? after : one)),
  )
}

export async function removeLinkifier(mutation: Mutation, id: number): Promise<void> {
  const { list } = mutation.get(linkifiersCache)
  if (!list.some((one) => one.id === id)) throw api.noSuchLinkifier()
  await store.remove(mutation.tx, id)
  tell(
    mutation,
    list.filter((one) => one.id !== id),
  )
}

export async function reorderLinkifiers(mutation: Mutation, order: number[]): Promise<void> {
  const { list } = mutation.get(linkifiersCache)
  const byId = new Map(list.map((one) => [one.id, one]))
  const ordered = order.flatMap((id) => byId.get(id) ?? [])
  if (new Set(ordered).size !== list.length || order.length !== list.length) throw api.incompleteOrder()
  if (isDeepStrictEqual(ordered, list)) return
  await store.reorder(mutation.tx, mutation.org.id, order)
  tell(mutation, ordered)
}

/** Clients without support for URL templates get no linkifiers. */
export const linkifiersView = view(api.linkifiersChanged, (payload, client) =>
  client.can('linkifier_url_template') ? payload : null,
)
