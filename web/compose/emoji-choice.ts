import { openEmojiList } from '../emoji/picker.tsx'
import { emojiFrom } from '../parts/emoji-character.ts'
import type { ComposeState } from './compose-state.ts'
import { applyEdit } from './text/editing.ts'
import { emojiText } from './text/emoji-text.ts'

/** Inserts emoji at the caret; with Shift, several in a row. */
export function chooseEmoji(composeState: ComposeState, button: HTMLElement): void {
  composeState.field?.focus()
  openEmojiList({
    box: button.getBoundingClientRect(),
    returnTo: () => composeState.field,
    hasTones: true,
    choose({ emoji_name, emoji_code, reaction_type }) {
      const { field } = composeState
      if (!field) return
      const list = document.activeElement
      const { selectionStart: from, selectionEnd: to, value } = field
      const before = from === 0 || /\s/.test(value[from - 1] as string) ? '' : ' '
      const sign = reaction_type === 'unicode_emoji' ? emojiFrom(emoji_code) : undefined
      const text = `${before}${emojiText(emoji_name, sign)} `
      applyEdit(field, { from, to, text, select: [from + text.length, from + text.length] })
      // with Shift the picker stays open and keeps the focus
      if (list instanceof HTMLInputElement && list.isConnected && list.closest('.emoji-picker:popover-open'))
        list.focus()
    },
    isOwn: () => false,
  })
}
