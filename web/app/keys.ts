import { closeChosen, composeField } from '../compose/target.ts'
import { chosenId } from '../content/active.ts'
import { conversationOf, isSearch } from '../narrow/narrow.ts'
import { view } from '../navigation/left-view.ts'
import { goHome, narrow } from '../navigation/route.ts'
import { isComposing } from '../parts/is-composing.ts'
import { keyOf } from '../parts/written-keys.ts'
import { actionOfKey, isTurnedOff } from '../shortcuts/keys.ts'
import { commands, isFor, keysOfCommand } from './commands.ts'

/** Elements in which shortcuts don't apply: text fields and layers over the page. */
const elsewhere = 'input, textarea, select, [contenteditable="true"], dialog, [popover]'

export function addKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.altKey || event.defaultPrevented || isComposing(event)) return
    const target = event.target as HTMLElement
    const key = keyOf(event)
    // a key that doesn't enter text
    const isForFields =
      key.startsWith('Ctrl+') && commands.some((one) => one.inFields && keysOfCommand(one).includes(key))
    if (target.closest(elsewhere) && !isForFields) {
      if (key === 'Escape' && !target.closest('dialog, [popover]')) leaveField(target, event)
      return
    }
    if (document.querySelector('dialog[open], [role=menu]:popover-open')) return
    if (press(key, target)) event.preventDefault()
    else if (key === 'Escape' && !document.querySelector(':popover-open:not(.toast)')) goHome()
  })
}

function leaveField(field: HTMLElement, event: KeyboardEvent): void {
  event.preventDefault()
  if (field.closest('#compose')) closeChosen()
  field.blur()
  view()?.focus()
}

function press(key: string, target: HTMLElement): boolean {
  if (isTurnedOff(key)) return false
  const command = commands.find((one) => keysOfCommand(one).includes(key) && isFor(one.place))
  if (command && command.run(key) !== false) return true
  const action = actionOfKey(key)
  if (!action || !narrow.value) return false
  // Enter activates a focused link or button
  if (key === 'Enter' && !target.matches('article, body, #messages')) return false
  // focus now, because the next keys belong in the field
  if (action === 'reply' && conversationOf(narrow.value)) {
    composeField.value?.focus()
    return true
  }
  const id = chosenId()
  if (id === undefined) return false
  // Enter on a search result opens its conversation instead of replying
  const what = key === 'Enter' && action === 'reply' && isSearch(narrow.value) ? 'openConversation' : action
  void import('../message-actions/actions.ts').then(({ act }) => act(what, id))
  return true
}
