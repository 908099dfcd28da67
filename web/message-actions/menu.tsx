import type { Message } from '../../src/features/messages/messages/wire.ts'
import { activeId, rowOf } from '../content/active.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { hasReacted, quickReactions } from '../emoji/quick-reactions.ts'
import { toggleReaction } from '../emoji/reacting.ts'
import { isRightToLeft } from '../parts/direction.ts'
import { Icon } from '../parts/icon.tsx'
import { isSheet, type MenuItem, openMenu as openMenuOf, type Place } from '../parts/menu.tsx'
import { keysOf } from '../shortcuts/keys.ts'
import type { MessageActionId } from '../shortcuts/message-keys.ts'
import { message } from '../store/messages.ts'
import { a } from '../texts/actions.ts'
import type { Action } from './actions.ts'
import { timeOf } from './times.ts'

interface Registry {
  readonly actions: readonly Action[]
  act(id: MessageActionId, messageId: number): void
}

/** Opens a message's menu at a position, or else at its row; on small screens, as a sheet. */
export function openMenu(messageId: number, { actions, act }: Registry, place?: Place): void {
  const one = message(messageId)
  if (!one) return
  activeId.value = messageId
  const offered = actions.filter((action) => !action.isKeyOnly && (action.when?.(one).can ?? 'yes') !== 'no')
  const reactions = isSheet() ? quickItems(one) : []
  const rest = offered.map((action) => {
    const { id, label, when, begins } = action
    return {
      key: id,
      ...(id === 'react' && reactions.length > 0 ? { sign: <Icon name="smile" size={26} /> } : {}),
      label: label(one),
      detail: limitOf(action, one),
      shortcut: keysOf(id)[0],
      begins: begins ?? false,
      isDanger: id === 'delete',
      isDisabled: when?.(one).can === 'too late',
      run: () => act(id, messageId),
    }
  })
  openMenuOf({
    label: () => a.actions,
    items: () => [...reactions, ...rest],
    place: () => place ?? besides(messageId),
    returnTo: () => rowOf(messageId),
  })
}

const quickCount = 6

const quickItems = (one: Message): readonly MenuItem[] =>
  quickReactions(quickCount).map((emoji) => ({
    key: `${emoji.reaction_type} ${emoji.emoji_code}`,
    label: emoji.emoji_name.replaceAll('_', ' '),
    sign: <Emoji emoji={emoji} />,
    isChecked: hasReacted(one, emoji),
    run: () => toggleReaction(one.id, emoji),
  }))

function limitOf(action: Action, one: Message): string | undefined {
  const right = action.when?.(one)
  if (!right?.until) return undefined
  return right.can === 'too late' ? a.wasUntil(timeOf(right.until)) : a.until(timeOf(right.until))
}

function besides(messageId: number): Place {
  const row = rowOf(messageId)
  const box = (row?.querySelector('.row-actions') ?? row)?.getBoundingClientRect()
  return box ? { x: isRightToLeft() ? box.left : box.right, y: box.bottom } : { x: innerWidth / 2, y: innerHeight / 3 }
}
