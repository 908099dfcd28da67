import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { thumb, toggleFirstReaction, toggleReaction } from '../emoji/reacting.ts'
import { conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { goTo, narrow } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { canPinForAll } from '../permissions/topic-rights.ts'
import type { MessageActionId } from '../shortcuts/message-keys.ts'
import { listOf, messagesOf } from '../store/lists.ts'
import { message } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { type For, togglePinnedMessage } from '../store/pinning.ts'
import { messagePin } from '../store/pins.ts'
import { a } from '../texts/actions.ts'
import { linkTo, sourceOf } from './copying.ts'
import { markUnreadFrom, toggleCollapsed, toggleStar } from './marking.ts'
import { mediaOf } from './media.ts'
import { openMenu as openMenuOf } from './menu.tsx'
import { forward, quote, reply, replyMentioning, replyToSender } from './replying.ts'
import {
  canDeleteIt,
  canEdit,
  canMove,
  canReport,
  canSeeHistory,
  canSeeReceipts,
  canUndoDeletion,
  type Right,
} from './rights.ts'
import { selectedContent } from './selected-content.ts'
import { timeOf } from './times.ts'

export interface Action {
  readonly id: MessageActionId
  /** The menu label for a message; without one, the general label. */
  label(message?: Message): string
  when?(message: Message): Right
  run(message: Message): unknown
  /** Left out of the menu, which has another form of it. */
  readonly isKeyOnly?: boolean
  /** Starts a new section in the menu. */
  readonly begins?: boolean
}

const onlyIf = (can: boolean): Right => ({ can: can ? 'yes' : 'no' })
const has = ({ flags = [] }: Message, flag: 'starred' | 'collapsed') => flags.includes(flag)

export const actions: readonly Action[] = [
  {
    id: 'menu',
    label: () => a.menu,
    isKeyOnly: true,
    run: ({ id }) => openMenu(id),
  },
  {
    id: 'react',
    label: () => a.react,
    run: async ({ id }) => (await import('../emoji/picker.tsx')).openPicker(id),
  },
  {
    id: 'reactThumb',
    label: () => a.reactThumb,
    isKeyOnly: true,
    run: ({ id }) => toggleReaction(id, thumb),
  },
  {
    id: 'reactSame',
    label: () => a.reactSame,
    isKeyOnly: true,
    run: ({ id }) => toggleFirstReaction(id),
  },
  { id: 'reply', label: () => a.reply, run: reply },
  {
    id: 'replyMentioning',
    label: () => a.replyMentioning,
    isKeyOnly: true,
    run: replyMentioning,
  },
  {
    id: 'replyToSender',
    label: () => a.replyToSender,
    isKeyOnly: true,
    run: replyToSender,
  },
  {
    id: 'quote',
    label: (one) => (one && selectedContent(rowOf(one.id)) !== undefined ? a.quoteSelection : a.quote),
    run: (one) => quote(one, rowOf(one.id)),
  },
  {
    id: 'forward',
    label: () => a.forward,
    run: forward,
  },
  {
    id: 'edit',
    label: () => a.edit,
    begins: true,
    when: canEdit,
    run: async ({ id }) => (await import('./editor.tsx')).edit(id),
  },
  {
    id: 'editLast',
    label: () => a.editLast,
    isKeyOnly: true,
    run: editLast,
  },
  {
    id: 'viewSource',
    label: () => a.viewSource,
    when: (one) => onlyIf(canEdit(one).can !== 'yes'),
    run: async (one) => (await import('./source.tsx')).openSource(one),
  },
  {
    id: 'history',
    label: () => a.history,
    when: (one) => onlyIf(canSeeHistory(one)),
    run: async (one) => (await import('./history.tsx')).openHistory(one),
  },
  {
    id: 'move',
    label: () => a.move,
    when: canMove,
    run: async (one) => (await import('./move.tsx')).openMove(one),
  },
  { id: 'copyLink', label: () => a.copyLink, begins: true, run: (one) => copy(linkTo(one)) },
  { id: 'copyText', label: () => a.copyText, run: copyText },
  {
    id: 'star',
    label: (one) => (one && has(one, 'starred') ? a.unstar : a.star),
    begins: true,
    run: toggleStar,
  },
  {
    id: 'pin',
    label: (one) => (one && messagePin(one.id).own ? a.unpin : a.pin),
    run: (one) => pin(one, 'own'),
  },
  {
    id: 'pinForAll',
    label: (one) => (one && messagePin(one.id).everyone ? a.unpinForAll : a.pinForAll),
    when: ({ id, stream_id }) => onlyIf(stream_id !== undefined && canPinForAll(stream_id, messagePin(id).everyone)),
    run: (one) => pin(one, 'everyone'),
  },
  {
    id: 'collapse',
    label: (one) => (one && has(one, 'collapsed') ? a.expand : a.collapse),
    run: toggleCollapsed,
  },
  { id: 'markUnread', label: () => a.markUnread, run: markUnreadFrom },
  {
    id: 'receipts',
    label: () => a.receipts,
    when: () => onlyIf(canSeeReceipts()),
    run: async (one) => (await import('./receipts.tsx')).openReceipts(one),
  },
  {
    id: 'remind',
    label: () => a.remind,
    run: async (one) => (await import('../compose/later/remind.tsx')).openRemind(one),
  },
  {
    id: 'showMedia',
    label: () => a.showMedia,
    when: (one) => onlyIf(mediaOf(one).length > 0),
    run: async ({ id }) => (await import('./viewer.tsx')).openViewer(id),
  },
  {
    id: 'openConversation',
    label: () => a.openConversation,
    isKeyOnly: true,
    run: (one) => goTo({ view: 'narrow', narrow: narrowOf(conversationOfMessage(one, ownId.value)), near: one.id }),
  },
  { id: 'card', label: () => a.cardOfSender, isKeyOnly: true, run: (one) => showCard(one) },
  {
    id: 'report',
    label: () => a.report,
    begins: true,
    when: (one) => onlyIf(canReport(one)),
    run: async (one) => (await import('./report.tsx')).openReport(one),
  },
  {
    id: 'delete',
    label: (one) => (one && canUndoDeletion(one) ? a.deleteIt : a.delete),
    when: canDeleteIt,
    run: async (one) =>
      canUndoDeletion(one)
        ? (await import('./deleting.ts')).deleteWithUndo(one.id)
        : (await import('./delete.tsx')).openDelete(one),
  },
]

/** Runs an action, or shows why it isn't possible. */
export function act(id: MessageActionId, messageId: number): void {
  const action = actions.find((one) => one.id === id)
  const one = message(messageId)
  if (!action || !one) return
  const right: Right = action.when?.(one) ?? { can: 'yes' }
  // users who can't edit a message can still view its source
  if (id === 'edit' && right.can === 'no') act('viewSource', messageId)
  else if (right.can === 'yes') void action.run(one)
  else if (right.can === 'too late' && right.until) toast(a.tooLate(action.label(one), timeOf(right.until)))
  else toast(a.cannot(action.label(one)))
}

/** Edits the newest own message in the view that can still be edited. */
export function editLast(): void {
  if (!narrow.value) return
  const own = messagesOf(listOf(narrow.value).shown.peek()).findLast((one) => canEdit(one).can === 'yes')
  if (own) act('edit', own.id)
}

async function pin({ id }: Message, audience: For): Promise<void> {
  try {
    await togglePinnedMessage(id, audience)
  } catch (problem) {
    showRefusal(problem)
  }
}

async function copyText({ id }: Message): Promise<void> {
  try {
    await copy(await sourceOf(id))
  } catch (problem) {
    showRefusal(problem)
  }
}

async function showCard({ id, sender_id, sender_full_name }: Message): Promise<void> {
  const { openPersonCard } = await import('../popovers/person.tsx')
  const row = rowOf(id)
  openPersonCard(sender_id, { name: sender_full_name, anchor: row?.querySelector('.sender') ?? row })
}

export function openMenu(messageId: number, place?: { x: number; y: number }): void {
  openMenuOf(messageId, { actions, act }, place)
}
