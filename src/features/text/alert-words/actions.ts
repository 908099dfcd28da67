import type { Mutation } from '#platform/organization'
import { alertWordsChanged, maxAlertWords, tooManyWords } from './api.ts'
import * as store from './store.ts'

export async function addAlertWords(mutation: Mutation, words: string[]): Promise<string[]> {
  const { tx, org, viewer } = mutation
  const all = await changed(mutation, await store.add(tx, org.id, viewer.id, words))
  if (all.length > maxAlertWords) throw tooManyWords()
  return all
}

export async function removeAlertWords(mutation: Mutation, words: string[]): Promise<string[]> {
  return changed(mutation, await store.remove(mutation.tx, mutation.viewer.id, words))
}

/** Returns the current words; notifies the user if `count` is positive. */
async function changed(mutation: Mutation, count: number): Promise<string[]> {
  const { tx, org, viewer } = mutation
  const [own] = await store.list(tx, org.id, [viewer.id])
  const alert_words = own?.words ?? []
  if (count > 0) mutation.emit(alertWordsChanged, { alert_words }, [viewer.id])
  return alert_words
}
