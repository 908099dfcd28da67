import type { Message } from '../../src/areas/messages/wire.ts'
import { goTo, narrow } from '../app/route.ts'
import { conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { toast } from '../parts/toast.ts'
import { listOf, messagesOf } from '../store/lists.ts'
import { message } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { rowOf } from './active.ts'
import { copy, linkTo, sourceOf } from './copying.ts'
import { messageKeys } from './keys.ts'
import { markUnreadFrom, toggleCollapsed, toggleStar } from './marking.ts'
import { openMenu as openMenuOf } from './menu.tsx'
import { thumb, toggleFirstReaction, toggleReaction } from './reacting.ts'
import { tellRefusal } from './refusal.ts'
import { forward, quote, reply, replyMentioning, replyToSender } from './replying.ts'
import { mayDelete, mayEdit, mayMove, mayReport, maySeeHistory, maySeeReceipts, type Right } from './rights.ts'
import { selectedMarkdown } from './selected-markdown.ts'
import { timeOf } from './times.ts'

/** One thing that can be done with a message: feeds keys, the menu and the sheet of keys. */
export interface Action {
  readonly id: string
  readonly keys: readonly string[]
  /** As the menu of a message says it; without one, as it is said of any. */
  label(message?: Message): string
  /** Absent: always. */
  when?(message: Message): Right
  run(message: Message): unknown
  /** Not in the menu, which has it in another form. */
  readonly isKeyOnly?: boolean
  /** A line stands above it in the menu. */
  readonly begins?: boolean
}

const onlyIf = (may: boolean): Right => ({ may: may ? 'yes' : 'no' })
const has = ({ flags = [] }: Message, flag: 'starred' | 'collapsed') => flags.includes(flag)
const hasMedia = ({ content }: Message) => /message_inline_image|inline-image/.test(content)

export const actions: readonly Action[] = [
  {
    id: 'menu',
    keys: messageKeys.menu,
    label: () => a.menu,
    isKeyOnly: true,
    run: ({ id }) => openMenu(id),
  },
  {
    id: 'react',
    keys: messageKeys.react,
    label: () => a.react,
    run: async ({ id }) => (await import('./picker.tsx')).openPicker(id),
  },
  {
    id: 'reactThumb',
    keys: messageKeys.reactThumb,
    label: () => a.reactThumb,
    isKeyOnly: true,
    run: ({ id }) => toggleReaction(id, thumb),
  },
  {
    id: 'reactSame',
    keys: messageKeys.reactSame,
    label: () => a.reactSame,
    isKeyOnly: true,
    run: ({ id }) => toggleFirstReaction(id),
  },
  { id: 'reply', keys: messageKeys.reply, label: () => a.reply, run: reply },
  {
    id: 'replyMentioning',
    keys: messageKeys.replyMentioning,
    label: () => a.replyMentioning,
    isKeyOnly: true,
    run: replyMentioning,
  },
  {
    id: 'replyToSender',
    keys: messageKeys.replyToSender,
    label: () => a.replyToSender,
    isKeyOnly: true,
    run: replyToSender,
  },
  {
    id: 'quote',
    keys: messageKeys.quote,
    label: (one) => (one && selectedMarkdown(rowOf(one.id)) !== undefined ? a.quoteSelection : a.quote),
    run: (one) => quote(one, rowOf(one.id)),
  },
  {
    id: 'forward',
    keys: messageKeys.forward,
    label: () => a.forward,
    run: forward,
  },
  {
    id: 'edit',
    keys: messageKeys.edit,
    label: () => a.edit,
    begins: true,
    when: mayEdit,
    run: async ({ id }) => (await import('./editor.tsx')).edit(id),
  },
  {
    id: 'editLast',
    keys: messageKeys.editLast,
    label: () => a.editLast,
    isKeyOnly: true,
    run: editLast,
  },
  {
    id: 'viewSource',
    keys: [],
    label: () => a.viewSource,
    when: (one) => onlyIf(mayEdit(one).may !== 'yes'),
    run: async (one) => (await import('./source.tsx')).openSource(one),
  },
  {
    id: 'history',
    keys: messageKeys.history,
    label: () => a.history,
    when: (one) => onlyIf(maySeeHistory(one)),
    run: async (one) => (await import('./history.tsx')).openHistory(one),
  },
  {
    id: 'move',
    keys: messageKeys.move,
    label: () => a.move,
    when: mayMove,
    run: async (one) => (await import('./move.tsx')).openMove(one),
  },
  { id: 'copyLink', keys: [], label: () => a.copyLink, begins: true, run: (one) => copy(linkTo(one)) },
  { id: 'copyText', keys: [], label: () => a.copyText, run: copyText },
  {
    id: 'star',
    keys: messageKeys.star,
    label: (one) => (one && has(one, 'starred') ? a.unstar : a.star),
    begins: true,
    run: toggleStar,
  },
  {
    id: 'collapse',
    keys: messageKeys.collapse,
    label: (one) => (one && has(one, 'collapsed') ? a.expand : a.collapse),
    run: toggleCollapsed,
  },
  { id: 'markUnread', keys: messageKeys.markUnread, label: () => a.markUnread, run: markUnreadFrom },
  {
    id: 'receipts',
    keys: messageKeys.receipts,
    label: () => a.receipts,
    when: () => onlyIf(maySeeReceipts()),
    run: async (one) => (await import('./receipts.tsx')).openReceipts(one),
  },
  {
    id: 'remind',
    keys: [],
    label: () => a.remind,
    run: async (one) => (await import('./remind.tsx')).openRemind(one),
  },
  {
    id: 'showMedia',
    keys: messageKeys.showMedia,
    label: () => a.showMedia,
    when: (one) => onlyIf(hasMedia(one)),
    run: async ({ id }) => (await import('./viewer.tsx')).openViewer(id),
  },
  {
    id: 'openConversation',
    keys: messageKeys.openConversation,
    label: () => a.openConversation,
    isKeyOnly: true,
    run: (one) => goTo({ view: 'narrow', narrow: narrowOf(conversationOfMessage(one, ownId.value)), near: one.id }),
  },
  {
    id: 'report',
    keys: [],
    label: () => a.report,
    begins: true,
    when: (one) => onlyIf(mayReport(one)),
    run: async (one) => (await import('./report.tsx')).openReport(one),
  },
  {
    id: 'delete',
    keys: [],
    label: () => a.delete,
    when: mayDelete,
    run: async (one) => (await import('./delete.tsx')).openDelete(one),
  },
]

/** Does it, or says why not. */
export function act(id: string, messageId: number): void {
  const action = actions.find((one) => one.id === id)
  const one = message(messageId)
  if (!action || !one) return
  const right: Right = action.when?.(one) ?? { may: 'yes' }
  // who may not change a text may see it
  if (id === 'edit' && right.may === 'no') act('viewSource', messageId)
  else if (right.may === 'yes') void action.run(one)
  else if (right.may === 'too late' && right.until) toast(a.tooLate(action.label(one), timeOf(right.until)))
  else toast(a.mayNot(action.label(one)))
}

/** The newest message of the view that is one's own and can still be changed. */
function editLast(): void {
  if (!narrow.value) return
  const own = messagesOf(listOf(narrow.value).shown.peek()).findLast((one) => mayEdit(one).may === 'yes')
  if (own) act('edit', own.id)
}

async function copyText({ id }: Message): Promise<void> {
  try {
    await copy(await sourceOf(id))
  } catch (problem) {
    tellRefusal(problem)
  }
}

/** The menu of a message, at a place of the screen where one is given. */
export function openMenu(messageId: number, place?: { x: number; y: number }): void {
  openMenuOf(messageId, { actions, act }, place)
}
