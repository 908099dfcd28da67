import { Fragment, render } from 'preact'
import type { Message } from '../../src/areas/messages/wire.ts'
import './menu.css'
import { message } from '../store/messages.ts'
import { a } from '../texts/actions.ts'
import type { Action } from './actions.ts'
import { activeId, rowOf } from './active.ts'
import { keyName } from './key-names.ts'
import { keysOf } from './keys.ts'
import type { MessageActionId } from './message-keys.ts'
import { timeOf } from './times.ts'

/** What can be done, and how it is done. */
interface Registry {
  readonly actions: readonly Action[]
  act(id: MessageActionId, messageId: number): void
}

interface Place {
  readonly x: number
  readonly y: number
}

const isSheet = () => matchMedia('(width < 720px), (pointer: coarse)').matches
const gap = 8

/** The menu of a message: at a place of the screen, else at its row; where the screen is small, a sheet. */
export function openMenu(messageId: number, { actions, act }: Registry, place?: Place): void {
  const one = message(messageId)
  if (!one) return
  document.querySelector('.message-menu')?.remove()
  const before = document.activeElement as HTMLElement | null
  activeId.value = messageId
  const offered = actions.filter((action) => !action.isKeyOnly && (action.when?.(one).may ?? 'yes') !== 'no')
  const menu = document.createElement('div')
  menu.className = isSheet() ? 'message-menu sheet' : 'message-menu'
  menu.setAttribute('role', 'menu')
  menu.setAttribute('aria-label', a.actions)
  // one that closes by itself would do so when the finger is lifted that has opened it
  menu.popover = isSheet() ? 'manual' : 'auto'
  document.body.append(menu)
  const close = () => menu.hidePopover()
  const choose = (action: Action) => {
    close()
    act(action.id, messageId)
  }
  render(
    offered.map((action) => {
      const isLate = action.when?.(one).may === 'too late'
      const limit = limitOf(action, one)
      const [key] = keysOf(action.id)
      return (
        <Fragment key={action.id}>
          {action.begins && action !== offered[0] && <hr />}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={action.id === 'delete' ? 'danger' : ''}
            aria-disabled={isLate}
            aria-keyshortcuts={key}
            onClick={() => isLate || choose(action)}
          >
            <span>
              {action.label(one)}
              {limit !== undefined && <span class="soft"> {limit}</span>}
            </span>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing of it takes the focus; its button says the key */}
            {key && <kbd aria-hidden="true">{keyName(key)}</kbd>}
          </button>
        </Fragment>
      )
    }),
    menu,
  )
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  menu.addEventListener('keydown', (event) => {
    const here = items.indexOf(document.activeElement as HTMLElement)
    const to = next(event.key, here, items)
    if (event.key === 'Tab' || event.key === 'Escape') close()
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    items[to]?.focus()
  })
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'closed') return
    const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body
    render(null, menu)
    menu.remove()
    if (hadFocus)
      (before?.isConnected && before !== document.body ? before : rowOf(messageId))?.focus({ preventScroll: true })
  })
  if (menu.popover === 'manual') closeBeside(menu)
  menu.showPopover()
  if (!isSheet()) put(menu, place ?? besides(messageId))
  items[0]?.focus({ preventScroll: true })
}

/** A press beside a sheet closes it, and does nothing else. */
function closeBeside(menu: HTMLElement): void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const isBeside = ({ target }: Event) => !(target instanceof Node && menu.contains(target))
  let isPressed = false
  document.addEventListener(
    'pointerdown',
    (event) => {
      isPressed = isBeside(event)
    },
    options,
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!isBeside(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (isPressed) menu.hidePopover()
    },
    options,
  )
  menu.addEventListener('toggle', (event) => (event as ToggleEvent).newState === 'closed' && end.abort())
}

/** Until when it can be done, or could. */
function limitOf(action: Action, one: Message): string | undefined {
  const right = action.when?.(one)
  if (!right?.until) return undefined
  return right.may === 'too late' ? a.wasUntil(timeOf(right.until)) : a.until(timeOf(right.until))
}

function next(key: string, here: number, items: readonly HTMLElement[]): number | undefined {
  if (key === 'ArrowDown' || key === 'j') return (here + 1) % items.length
  if (key === 'ArrowUp' || key === 'k') return (here - 1 + items.length) % items.length
  if (key === 'Home') return 0
  if (key === 'End') return items.length - 1
  return undefined
}

/** Below the button that opens it, or below the beginning of the row. */
function besides(messageId: number): Place {
  const row = rowOf(messageId)
  const box = (row?.querySelector('.row-actions') ?? row)?.getBoundingClientRect()
  return box ? { x: box.right, y: box.bottom } : { x: innerWidth / 2, y: innerHeight / 3 }
}

/** All of it within the screen. */
function put(menu: HTMLElement, { x, y }: Place): void {
  const { width, height } = menu.getBoundingClientRect()
  const left = x + width + gap > innerWidth ? x - width : x
  const top = y + height + gap > innerHeight ? Math.min(y - height, innerHeight - height - gap) : y
  menu.style.left = `${Math.max(gap, left)}px`
  menu.style.top = `${Math.max(gap, top)}px`
}
