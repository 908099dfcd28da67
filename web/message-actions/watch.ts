import { message } from '../store/messages.ts'
import { activeId, messageIdAt } from './active.ts'

const longPressMs = 500
const nearPx = 10

/** Menus, pictures and the like are loaded when the first one is asked for. */
const loadMenu = () => import('./actions.ts')

/** To be called once: whatever happens to messages by pointer, wherever they are shown. */
export function watchMessages(): void {
  const look = ({ target }: Event) => {
    const id = messageIdAt(target)
    if (id === undefined) return
    activeId.value = id
    const file = (target as Element).closest<HTMLAnchorElement>('.content a[href^="/user_uploads/"]')
    if (file && !file.querySelector('img, video')) void import('./file-sizes.ts').then(({ tellSize }) => tellSize(file))
  }
  document.addEventListener('pointerover', look, { passive: true })
  document.addEventListener('focusin', look)
  document.addEventListener('contextmenu', onContextMenu)
  document.addEventListener('click', onClick)
  document.addEventListener('click', showCard)
  document.addEventListener('keydown', onKeyDown)
  watchLongPresses()
}

/** What the browser's own menu is for: links, pictures, fields, and text that is selected. */
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

/** The finger that has opened a menu presses nothing of it when it is lifted. */
function keepFromPressing(): void {
  const end = new AbortController()
  const once = { capture: true, passive: false, signal: end.signal }
  document.addEventListener(
    'touchend',
    (event) => {
      event.preventDefault()
      end.abort()
    },
    once,
  )
  document.addEventListener('touchcancel', () => end.abort(), once)
}

/** Browsers that send no `contextmenu` for a long press. */
function watchLongPresses(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  const stop = () => clearTimeout(timer)
  document.addEventListener(
    'pointerdown',
    (event) => {
      stop()
      const id = messageIdAt(event.target)
      if (event.pointerType !== 'touch' || id === undefined || isBrowsers(event.target)) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        keepFromPressing()
        void loadMenu().then(({ openMenu }) => openMenu(id))
      }, longPressMs)
    },
    { passive: true },
  )
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > nearPx) stop()
    },
    { passive: true },
  )
  for (const end of ['pointerup', 'pointercancel', 'scroll'])
    document.addEventListener(end, stop, { passive: true, capture: true })
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const row = target.closest<HTMLElement>('article[data-message]')
  if (!row || !isPlain || event.defaultPrevented) return
  const code = target.closest<HTMLElement>('.code-actions button')
  if (code) void import('./code.ts').then(({ actOnCode }) => actOnCode(code))
  const media = target.closest<HTMLElement>(
    '.message_inline_image:not(.youtube-video, .embed-video) a, img.inline-image',
  )
  if (!media) return
  event.preventDefault()
  void import('./viewer.tsx').then(({ openViewer }) => openViewer(Number(row.dataset.message), media))
}

/** Names and pictures of people, names of groups, and addresses of people: they open a card. */
function showCard(event: MouseEvent): void {
  const target = event.target as Element
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  if (!isPlain || event.defaultPrevented || !(getSelection()?.isCollapsed ?? true)) return
  const mention = target.closest<HTMLElement>('.user-mention, [data-user-group-id]')
  const link = target.closest<HTMLAnchorElement>('a[href*="#user/"]')
  const row = target.closest('.message .sender, .message > .avatar')?.closest<HTMLElement>('article[data-message]')
  const linked = link?.origin === location.origin ? userIdIn(link.hash) : undefined
  const userId =
    linked ?? idIn(mention?.dataset.userId) ?? (row ? message(Number(row.dataset.message))?.sender_id : undefined)
  const groupId = idIn(mention?.dataset.userGroupId)
  if (userId === undefined && groupId === undefined) return
  event.preventDefault()
  const anchor = mention ?? link ?? target
  if (groupId !== undefined)
    void import('../cards/group.tsx').then(({ openGroupCard }) => openGroupCard(groupId, { anchor }))
  else if (userId !== undefined) {
    const name = row ? message(Number(row.dataset.message))?.sender_full_name : mention?.textContent?.replace(/^@/, '')
    void import('../cards/person.tsx').then(({ openPersonCard }) =>
      openPersonCard(userId, { anchor, ...(name ? { name } : {}) }),
    )
  }
}

const idIn = (text: string | undefined): number | undefined => (/^\d+$/.test(text ?? '') ? Number(text) : undefined)

/** Whose card an address is of. */
export const userIdIn = (hash: string): number | undefined => idIn(/^#user\/(\d+)/.exec(hash)?.[1])

/** What is no button of the browser's own is pressed by keys all the same. */
function onKeyDown(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  if ((event.key !== 'Enter' && event.key !== ' ') || !target.matches('.content [role="button"]')) return
  event.preventDefault()
  target.click()
}
