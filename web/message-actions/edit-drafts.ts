import { ownId } from '../store/people.ts'

const storageKey = (messageId: number) => `loquat edit ${ownId.value} ${messageId}`
/** For browsers without storage: a message may leave the screen and come back while it's being edited. */
const begun = new Map<number, string>()

/** The unsaved text of a message edit in this tab. It survives a reload. */
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
    // kept in memory instead
  }
}
