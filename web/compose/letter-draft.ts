import { effect, untracked, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { draftFor, draftNamed, keepDraft } from '../store/drafts.ts'
import { isTakenUp } from '../store/unsaved-drafts.ts'
import { onUploaded, withoutLostFiles } from './files/uploads.ts'
import type { Letter } from './letter.ts'
import { isWritten, toAttach, toInsert } from './target.ts'
import { replaceQuietly } from './text/editing.ts'

/** Updates the compose state from outside the field: uploads, other devices, other parts of the page. */
export function useLetterDraft(letter: Letter): void {
  useEffect(() => {
    onUploaded((draft, placeholder, by) => replaceIn(letter, draft, placeholder, by))
    return () => {
      isWritten.value = false
    }
  }, [letter])
  useSignalEffect(() => {
    isWritten.value = !letter.isEmpty.value
  })
  useSignalEffect(() => followServer(letter))
  useSignalEffect(() => {
    if (isTakenUp.value) untracked(() => letter.openAgain())
  })
  // synchronous `effect`: useSignalEffect waits for a frame, and text typed by then would come before the insertion
  useEffect(
    () =>
      effect(() => {
        const more = toInsert.value
        if (more === undefined || !letter.field) return
        toInsert.value = undefined
        untracked(() => letter.insertOnOwnLines(more))
      }),
    [letter],
  )
  useEffect(
    () =>
      effect(() => {
        const files = toAttach.value
        if (files.length === 0 || !letter.field) return
        toAttach.value = []
        untracked(() => letter.attach([...files]))
      }),
    [letter],
  )
}

function replaceIn(letter: Letter, draft: string, placeholder: string, by: string): void {
  const isHere = draft === letter.name.peek()
  const value = isHere ? letter.text.peek() : draftNamed(draft)?.text
  const at = value?.indexOf(placeholder) ?? -1
  if (value === undefined || at < 0) return
  const end = at + placeholder.length + (by === '' && value[at + placeholder.length] === '\n' ? 1 : 0)
  if (isHere && letter.field) replaceQuietly(letter.field, at, end, by)
  else keepDraft(draft, draftNamed(draft)?.target ?? letter.to.peek(), value.slice(0, at) + by + value.slice(end))
}

/** Follows changes of the draft by another device: edited, sent, or deleted. */
function followServer(letter: Letter): void {
  const same = draftNamed(letter.name.value)
  if (same?.isLocal) return
  // another tab may have saved it, under another name
  const twin = same ?? draftFor(letter.to.value)
  const here = letter.text.peek()
  const draft = same ?? (twin && !twin.isLocal && twin.text === here.trim() ? twin : undefined)
  if (draft) {
    letter.name.value = draft.name
    const told = withoutLostFiles(draft.text)
    if (told.trim() !== here.trim() && document.activeElement !== letter.field) letter.text.value = told
    letter.told = told
  } else if (letter.told !== undefined && here.trim() === letter.told.trim()) {
    letter.text.value = ''
    letter.told = undefined
  }
}
