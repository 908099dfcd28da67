import { ownId } from '../store/people.ts'

const storageKey = (messageId: number) => `loquat edit ${ownId.value} ${messageId}`

/** What somebody has begun to make of a message, in this tab: it outlives a reload. */
export function editDraftOf(messageId: number): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(messageId)) ?? undefined
  } catch {
    return undefined
  }
}

export function keepEditDraft(messageId: number, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(storageKey(messageId))
    else sessionStorage.setItem(storageKey(messageId), text)
  } catch {
    // a browser that stores nothing: the text is still in the field
  }
}
