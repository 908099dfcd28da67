import { newestMessage } from '../compose/edit-last.ts'
import { activeId, messageIdAt, toolbar } from '../content/active.ts'
import { whenIdle } from '../parts/idle.ts'
import { keepFromPressing, watchLongPresses } from '../parts/long-press.ts'
import { idIn, type PersonAt, personAt } from '../popovers/person-at.ts'
import { message } from '../store/messages.ts'

/** Menus, the viewer, and the like load on first use. */
const loadMenu = () => import('./actions.ts')

const loadToolbar = () =>
  void import('./toolbar.tsx').then(({ Toolbar }) => {
    toolbar.value = Toolbar
  })

/** Call once. Handles pointer events on messages, wherever they are shown. */
export function watchMessages(): void {
  whenIdle(loadToolbar)
  const look = ({ target }: Event) => {
    const id = messageIdAt(target)
    if (id === undefined) return
    activeId.value = id
    if (!toolbar.peek()) loadToolbar()
    const file = (target as Element).closest<HTMLAnchorElement>('.content a[href*="/user_uploads/"]')
    if (file && !file.querySelector('img, video'))
      void import('./file-sizes.ts').then(({ reportSize }) => reportSize(file))
  }
  document.addEventListener('pointerover', look, { passive: true })
  document.addEventListener('focusin', look)
  document.addEventListener('contextmenu', onContextMenu)
  document.addEventListener('click', onClick)
  document.addEventListener('click', showCard)
  document.addEventListener('keydown', onKeyDown)
  newestMessage.edit = () => void loadMenu().then(({ editLast }) => editLast())
  document.addEventListener(
    'selectionchange',
    () => void import('./copied-messages.ts').then(({ watchCopies }) => watchCopies()),
    { once: true },
  )
  // for browsers that fire no `contextmenu` on a long press
  watchLongPresses(
    (target) => (isBrowsers(target) ? undefined : messageIdAt(target)),
    (id) => void loadMenu().then(({ openMenu }) => openMenu(id)),
  )
}

/** Targets that keep the browser's own menu: links, media, fields, and selected text. */
const isBrowsers = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target.closest('a, img, video, audio, input, textarea, select') !== null ||
  !(getSelection()?.isCollapsed ?? true)

function onContextMenu(event: MouseEvent): void {
  const id = messageIdAt(event.target)
  if (id === undefined || isBrowsers(event.target)) return
  event.preventDefault()
  const { pointerType } = event as PointerEvent
  if (pointerType === 'touch') keepFromPressing()
  const place = pointerType === 'touch' ? undefined : { x: event.clientX, y: event.clientY }
  void loadMenu().then(({ openMenu }) => openMenu(id, place))
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const row = target.closest<HTMLElement>('article[data-message]')
  if (!row || !isPlain || event.defaultPrevented) return
  const code = target.closest<HTMLElement>('.code-actions button')
  if (code) void import('./code.ts').then(({ handleCodeButton }) => handleCodeButton(code))
  const media = target.closest<HTMLElement>(
    '.message_inline_image:not(.youtube-video, .embed-video) a, img.inline-image',
  )
  if (!media) return
  event.preventDefault()
  void import('./viewer.tsx').then(({ openViewer }) => openViewer(Number(row.dataset.message), media))
}

/** Opens a card for names and pictures of users, group names, and links to users. */
function showCard(event: MouseEvent): void {
  const target = event.target as Element
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  if (!isPlain || event.defaultPrevented || !(getSelection()?.isCollapsed ?? true)) return
  const group = target.closest<HTMLElement>('[data-user-group-id]')
  const groupId = idIn(group?.dataset.userGroupId)
  if (groupId !== undefined) {
    event.preventDefault()
    void import('../popovers/group.tsx').then(({ openGroupCard }) => openGroupCard(groupId, { anchor: group }))
    return
  }
  const found = personAt(target)
  if (!found || !leadsToCard(found)) return
  event.preventDefault()
  const { userId, anchor } = found
  const row = anchor.matches('.message > .avatar, .sender') ? anchor.closest<HTMLElement>('[data-message]') : null
  const mentioned = anchor.matches('.user-mention') ? anchor.textContent.replace(/^@/, '') : undefined
  const name = row ? message(Number(row.dataset.message))?.sender_full_name : mentioned
  void import('../popovers/person.tsx').then(({ openPersonCard }) =>
    openPersonCard(userId, { anchor, ...(name ? { name } : {}) }),
  )
}

/** Unless the name or face is part of something that a click uses, such as a row that opens a conversation. */
function leadsToCard({ anchor }: PersonAt): boolean {
  const control = anchor.closest('a, button, label, summary')
  if (!control) return true
  return control === anchor && !anchor.matches('a[data-person]')
}

/** Elements with the button role need their own key handling. */
function onKeyDown(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  if ((event.key !== 'Enter' && event.key !== ' ') || !target.matches('.content [role="button"]')) return
  event.preventDefault()
  target.click()
}
