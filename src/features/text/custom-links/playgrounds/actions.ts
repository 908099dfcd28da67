import { isDeepStrictEqual } from 'node:util'
import { templateVariables } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import * as api from './api.ts'
import { playgroundsCache } from './cache.ts'
import * as store from './store.ts'

/** Checks for a template of an http(s) URL with `code` as its only variable. */
function checkUrlTemplate(template: string): void {
  const variables = templateVariables(template)
  if (!variables) throw api.badUrlTemplate({}, { reason: 'not a URL template' })
  if (variables.length !== 1 || variables[0] !== 'code')
    throw api.badUrlTemplate({}, { reason: "must have the variable 'code' and no other" })
  if (!/^https?:\/\//i.test(template)) throw api.badUrlTemplate({}, { reason: 'must begin with http:// or https://' })
}

type Facts = Omit<api.CodePlayground, 'id'>

function checkName(list: readonly api.CodePlayground[], { name, pygments_language }: Facts, except?: number): void {
  const isSame = (one: api.CodePlayground) => one.name === name && one.pygments_language === pygments_language
  if (list.some((one) => one.id !== except && isSame(one))) throw api.playgroundTaken()
}

const tell = (mutation: Mutation, realm_playgrounds: api.CodePlayground[]) =>
  mutation.emit(api.playgroundsChanged, { realm_playgrounds }, { everyone: true })

export async function addPlayground(mutation: Mutation, wanted: Facts): Promise<number> {
  checkUrlTemplate(wanted.url_template)
  const list = mutation.get(playgroundsCache)
  checkName(list, wanted)
  if (list.length >= api.maxPlaygrounds) throw api.tooManyPlaygrounds()
  const added = await store.insert(mutation.tx, mutation.org.id, wanted)
  tell(mutation, [...list, added])
  return added.id
}

type Wanted = Partial<{ [Name in keyof Facts]: Facts[Name] | undefined }>

/** Fields that a request omits stay. */
export async function updatePlayground(mutation: Mutation, id: number, wanted: Wanted): Promise<void> {
  const list = mutation.get(playgroundsCache)
  const before = list.find((one) => one.id === id)
  if (!before) throw api.noSuchPlayground()
  const after = {
    id,
    name: wanted.name ?? before.name,
    pygments_language: wanted.pygments_language ?? before.pygments_language,
    url_template: wanted.url_template ?? before.url_template,
  }
  checkUrlTemplate(after.url_template)
  checkName(list, after, id)
  if (isDeepStrictEqual(before, after)) return
  const { id: _, ...changes } = after
  await store.update(mutation.tx, id, changes)
  tell(
    mutation,
    list.map((one) => (one.id === id ? after : one)),
  )
}

export async function reorderPlaygrounds(mutation: Mutation, order: number[]): Promise<void> {
  const list = mutation.get(playgroundsCache)
  const byId = new Map(list.map((one) => [one.id, one]))
  const ordered = order.flatMap((id) => byId.get(id) ?? [])
  if (new Set(ordered).size !== list.length || order.length !== list.length) throw api.incompleteOrder()
  if (isDeepStrictEqual(ordered, list)) return
  await store.reorder(mutation.tx, mutation.org.id, order)
  tell(mutation, ordered)
}

export async function removePlayground(mutation: Mutation, id: number): Promise<void> {
  const list = mutation.get(playgroundsCache)
  if (!list.some((one) => one.id === id)) throw api.noSuchPlayground()
  await store.remove(mutation.tx, id)
  tell(
    mutation,
    list.filter((one) => one.id !== id),
  )
}
