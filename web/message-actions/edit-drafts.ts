import { ownId } from '../store/people.ts'

const storageKey = (messageId: number) => `loquat edit ${ownId.value} ${messageId}`
/** For browsers that store nothing: a message may leave the screen, and come back, while its text is being changed. */
const begun = new Map<number, string>()

/** What somebody has begun to make of a message, in this tab: it outlives a reload. */
export function editDraftOf(messageId: number): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(messageId)) ?? begun.get(messageId)
  } catch {
    return begun.get(messageId)
  }
}

export function keepEditDraft(messageId: number, text: string | undefined): void {
  if (text === undefined) begun.delete(messageId)
  else begun.set(messageId, text)
  try {
    if (text === undefined) sessionStorage.removeItem(storageKey(messageId))
    else sessionStorage.setItem(storageKey(messageId), text)
  } catch {
    // it is kept as long as the page
  }
}
