import type { Message } from '../../src/features/messages/messages/wire.ts'
import { activeId, rowOf } from '../content/active.ts'
import { isCached } from '../parts/direction.ts'
import { openMenu as openMenuOf, type Place } from '../parts/menu.tsx'
import { keysOf } from '../shortcuts/keys.ts'
import type { MessageActionId } from '../shortcuts/message-keys.ts'
import { message } from '../store/messages.ts'
import { a } from '../texts/actions.ts'
import type { Action } from './actions.ts'
import { timeOf } from './times.ts'

/** What can be done, and how it is done. */
interface Registry {
  readonly actions: readonly Action[]
  act(id: MessageActionId, messageId: number): void
}

/** The menu of a message: at a place of the screen, else at its row; where the screen is small, a sheet. */
export function openMenu(messageId: number, { actions, act }: Registry, place?: Place): void {
  const one = message(messageId)
  if (!one) return
  activeId.value = messageId
  const offered = actions.filter((action) => !action.isKeyOnly && (action.when?.(one).may ?? 'yes') !== 'no')
  const items = offered.map((action) => {
    const { id, label, when, begins } = action
    return {
      key: id,
      label: label(one),
      detail: limitOf(action, one),
      shortcut: keysOf(id)[0],
      begins: begins ?? false,
      isDanger: id === 'delete',
      isDisabled: when?.(one).may === 'too late',
      run: () => act(id, messageId),
    }
  })
  openMenuOf({
    label: () => a.actions,
    items: () => items,
    place: () => place ?? besides(messageId),
    returnTo: () => rowOf(messageId),
  })
}

/** Until when it can be done, or could. */
function limitOf(action: Action, one: Message): string | undefined {
  const right = action.when?.(one)
  if (!right?.until) return undefined
  return right.may === 'too late' ? a.wasUntil(timeOf(right.until)) : a.until(timeOf(right.until))
}

/** Below the button that opens it, or below the beginning of the row. */
function besides(messageId: number): Place {
  const row = rowOf(messageId)
  const box = (row?.querySelector('.row-actions') ?? row)?.getBoundingClientRect()
  return box ? { x: isCached() ? box.left : box.right, y: box.bottom } : { x: innerWidth / 2, y: innerHeight / 3 }
}
