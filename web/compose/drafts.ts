import { ownId } from '../store/people.ts'

/** What was begun and not sent, by conversation, in this browser: it survives a crash. */
const storageKey = (key: string): string => `loquat draft ${ownId.value} ${key}`

export function draftOf(key: string): string {
  try {
    return localStorage.getItem(storageKey(key)) ?? ''
  } catch {
    return ''
  }
}

/** An empty text removes the draft. */
export function keepDraft(key: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(storageKey(key))
    else localStorage.setItem(storageKey(key), text)
  } catch {
    // a browser that stores nothing: the text is still in the field
  }
}
