import type { Act } from '#platform/organization'
import { alertWordsChanged, maxAlertWords, tooManyWords } from './api.ts'
import * as store from './store.ts'

export async function addAlertWords(act: Act, words: string[]): Promise<string[]> {
  const { tx, org, viewer } = act
  const all = await changed(act, await store.add(tx, org.id, viewer.id, words))
  if (all.length > maxAlertWords) throw tooManyWords()
  return all
}

export async function removeAlertWords(act: Act, words: string[]): Promise<string[]> {
  return changed(act, await store.remove(act.tx, act.viewer.id, words))
}

/** Returns the current words; notifies the user if `count` is positive. */
async function changed(act: Act, count: number): Promise<string[]> {
  const { tx, org, viewer } = act
  const [own] = await store.list(tx, org.id, [viewer.id])
  const alert_words = own?.words ?? []
  if (count > 0) act.emit(alertWordsChanged, { alert_words }, [viewer.id])
  return alert_words
}
