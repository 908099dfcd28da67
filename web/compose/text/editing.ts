/** An edit: replaces `from` to `to` with `text`, then selects `select`. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly select: readonly [from: number, to: number]
}

export const edited = (text: string, edit: Edit): string => text.slice(0, edit.from) + edit.text + text.slice(edit.to)

/** Applies an edit like typing: a single undo step, with an `input` event. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  field.focus()
  field.setSelectionRange(from, to)
  // execCommand is the only way to change a field and keep its undo history
  const isDone =
    text === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!isDone) replaceQuietly(field, from, to, text)
  field.setSelectionRange(...select)
}

export function insertWord(
  field: HTMLTextAreaElement,
  text: string,
  [from, to]: readonly [from: number, to: number] = [field.selectionStart, field.selectionEnd],
): void {
  const before = from === 0 || /\s/.test(field.value[from - 1] as string) ? '' : ' '
  const at = from + before.length + text.length
  applyEdit(field, { from, to, text: before + text, select: [at, at] })
}

/** Same for changes the user didn't make: keeps focus and selection. */
export function replaceQuietly(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  const isCaret = field.selectionStart === field.selectionEnd
  field.setRangeText(text, from, to, 'preserve')
  // a caret in or after the replaced text turns into a selection, which the next key would overwrite
  if (isCaret) field.setSelectionRange(field.selectionEnd, field.selectionEnd)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

export function onOwnLines(text: string, from: number, to: number, block: string): Edit {
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n'
  const after = to === text.length || text[to] !== '\n' ? '\n' : ''
  const inserted = before + block + after
  const end = from + inserted.length
  return { from, to, text: inserted, select: [end, end] }
}
