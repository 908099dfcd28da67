/** A change of a text: `text` in place of what stands from `from` to `to`; what is selected then. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly select: readonly [from: number, to: number]
}

/** The text after an edit. */
export const edited = (text: string, edit: Edit): string => text.slice(0, edit.from) + edit.text + text.slice(edit.to)

/** What somebody would have typed: the field can undo it in one step, and hears of it by its `input` event. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  field.focus()
  field.setSelectionRange(from, to)
  // the one way that browsers have to change a field without forgetting what can be undone
  const isDone =
    text === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!isDone) replaceQuietly(field, from, to, text)
  field.setSelectionRange(...select)
}

/** In place of what is selected, with a space before it where a word ends there. */
export function insertWord(
  field: HTMLTextAreaElement,
  text: string,
  [from, to]: readonly [from: number, to: number] = [field.selectionStart, field.selectionEnd],
): void {
  const before = from === 0 || /\s/.test(field.value[from - 1] as string) ? '' : ' '
  const at = from + before.length + text.length
  applyEdit(field, { from, to, text: before + text, select: [at, at] })
}

/** The same for what happens by itself: the focus and what is selected stay where they are. */
export function replaceQuietly(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.setRangeText(text, from, to, 'preserve')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Text on lines of its own, with nothing beside it. */
export function onOwnLines(text: string, from: number, to: number, block: string): Edit {
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n'
  const after = to === text.length || text[to] !== '\n' ? '\n' : ''
  const inserted = before + block + after
  const end = from + inserted.length
  return { from, to, text: inserted, select: [end, end] }
}
