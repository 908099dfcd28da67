import { templateVariables } from '#platform/markdown'
import type { Act } from '#platform/organization'
import * as api from './api.ts'
import { playgroundsMirror } from './mirror.ts'
import * as store from './store.ts'

/** A template that leads to a web page and takes the code, and nothing else. */
function checkUrlTemplate(template: string): void {
  const variables = templateVariables(template)
  if (!variables) throw api.badUrlTemplate({}, { reason: 'not a URL template' })
  if (variables.length !== 1 || variables[0] !== 'code')
    throw api.badUrlTemplate({}, { reason: "must have the variable 'code' and no other" })
  if (!/^https?:\/\//i.test(template)) throw api.badUrlTemplate({}, { reason: 'must begin with http:// or https://' })
}

export async function addPlayground(act: Act, wanted: Omit<api.CodePlayground, 'id'>): Promise<number> {
  checkUrlTemplate(wanted.url_template)
  const list = act.get(playgroundsMirror)
  const { name, pygments_language } = wanted
  if (list.some((one) => one.name === name && one.pygments_language === pygments_language)) throw api.playgroundTaken()
  if (list.length >= api.maxPlaygrounds) throw api.tooManyPlaygrounds()
  const added = await store.insert(act.tx, { org_id: act.org.id, ...wanted })
  act.emit(api.playgroundsChanged, { realm_playgrounds: [...list, added] }, { everyone: true })
  return added.id
}

export async function removePlayground(act: Act, id: number): Promise<void> {
  const list = act.get(playgroundsMirror)
  if (!list.some((one) => one.id === id)) throw api.noSuchPlayground()
  await store.remove(act.tx, id)
  const realm_playgrounds = list.filter((one) => one.id !== id)
  act.emit(api.playgroundsChanged, { realm_playgrounds }, { everyone: true })
}
