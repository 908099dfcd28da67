import { effect } from '@preact/signals'
import { type ComponentChildren, Fragment, render } from 'preact'
import { folded } from '#contract'
import './menu.css'
import { keepBeside } from './beside.ts'
import { isRightToLeft } from './direction.ts'
import { keyName } from './key-names.ts'
import { showLayer } from './show-layer.ts'
import { plainKey } from './written-keys.ts'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly detail?: string | undefined
  readonly shortcut?: string | undefined
  /** URL, which makes it a link that can be opened in a new tab. */
  readonly href?: string
  readonly isBeside?: boolean
  readonly isChecked?: boolean
  readonly begins?: boolean
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Shown instead of the label, in a row with the others that have one, before the rest. */
  readonly sign?: ComponentChildren
  run?(): void
}

export interface Place {
  readonly x: number
  readonly y: number
}

interface Menu {
  label(): string
  /** Recomputed when the signals it reads change; undefined if the menu's subject is gone, which closes the menu. */
  items(): readonly MenuItem[] | undefined
  /** Position; on small screens, the menu is a sheet. */
  place(): Place
  /** Gets the focus afterwards if the previous element is gone. */
  returnTo?(): HTMLElement | null | undefined
}

/** Whether menus are sheets at the bottom of the screen. */
export const isSheet = () => matchMedia('(width < 720px), (pointer: coarse)').matches
const gap = 8

/** Closes the open menu and removes its listeners. */
let endOpen: (() => void) | undefined

/** Opens a menu and focuses its first item. Only one menu is open at a time. */
export function openMenu({ label, items, place, returnTo }: Menu): void {
  endOpen?.()
  const before = document.activeElement as HTMLElement | null
  const menu = document.createElement('div')
  menu.className = isSheet() ? 'menu sheet' : 'menu'
  menu.setAttribute('role', 'menu')
  // an `auto` popover would close when the opening press is released
  menu.popover = isSheet() ? 'manual' : 'auto'
  document.body.append(menu)
  const close = () => menu.hidePopover()
  const stop = effect(() => {
    const offered = items()
    if (!offered) return void (menu.matches(':popover-open') && close())
    menu.setAttribute('aria-label', label())
    const had = menu.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.key : undefined
    render(<Items of={offered} label={label()} close={close} />, menu)
    // the focused item may have disappeared
    if (had !== undefined && !menu.contains(document.activeElement)) rows()[0]?.focus({ preventScroll: true })
  })
  const rows = () => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  menu.addEventListener('keydown', (event) => {
    const all = rows()
    const here = all.indexOf(document.activeElement as HTMLElement)
    const to = next(event, here, all)
    if (event.key === 'Tab' || event.key === 'Escape') close()
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    all[to]?.focus()
  })
  const listening = new AbortController()
  const { signal } = listening
  let removeLayer: (() => void) | undefined
  const end = () => {
    removeLayer?.()
    listening.abort()
    stop()
    render(null, menu)
    menu.remove()
    endOpen = undefined
  }
  endOpen = end
  // not if another menu replaced this one, because that has the focus
  menu.addEventListener(
    'toggle',
    (event) => {
      if ((event as ToggleEvent).newState !== 'closed') return
      const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body
      end()
      if (hadFocus)
        (before?.isConnected && before !== document.body ? before : returnTo?.())?.focus({ preventScroll: true })
    },
    { signal },
  )
  if (rows().length === 0) {
    end()
    return
  }
  if (menu.popover === 'manual') closeBeside(menu, signal)
  removeLayer = showLayer(menu)
  if (!isSheet()) put(menu, place())
  rows()[0]?.focus({ preventScroll: true })
}

const isSign = ({ sign }: MenuItem): boolean => sign !== undefined

const Items = ({ of, label, close }: { of: readonly MenuItem[]; label: string; close: () => void }) => (
  <>
    {of.some(isSign) && (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a menu
      <div role="group" class="signs" aria-label={label}>
        {of.filter(isSign).map((item) => (
          <Item {...item} key={item.key} id={item.key} close={close} />
        ))}
      </div>
    )}
    {of
      .filter((item) => !isSign(item))
      .map((item, index) => (
        <Fragment key={item.key}>
          {item.begins && index > 0 && <hr />}
          <Item {...item} id={item.key} close={close} />
        </Fragment>
      ))}
  </>
)

function Item(item: Omit<MenuItem, 'key'> & { id: string; close: () => void }) {
  const { id, label, detail, shortcut, href, isBeside, isChecked, isDanger, isDisabled, sign, run, close } = item
  const inside = sign ?? (
    <>
      <span dir="auto">
        {label}
        {detail !== undefined && <span class="soft"> {detail}</span>}
      </span>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing of it takes the focus; its button says the key */}
      {shortcut && <kbd aria-hidden="true">{keyName(shortcut)}</kbd>}
    </>
  )
  if (href !== undefined)
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        data-key={id}
        href={href}
        {...(isBeside && { target: '_blank', rel: 'noopener' })}
        onClick={close}
      >
        {inside}
      </a>
    )
  const choose = () => {
    if (isDisabled) return
    close()
    run?.()
  }
  const same = {
    type: 'button' as const,
    tabIndex: -1,
    'data-key': id,
    'aria-label': sign === undefined ? undefined : label,
    class: isDanger ? 'danger' : '',
    'aria-disabled': isDisabled ?? false,
    'aria-keyshortcuts': shortcut,
    onClick: choose,
  }
  if (isChecked !== undefined)
    return (
      <button {...same} role="menuitemcheckbox" aria-checked={isChecked}>
        {inside}
      </button>
    )
  return (
    <button {...same} role="menuitem">
      {inside}
    </button>
  )
}

/** A press outside a sheet closes it and does nothing else. */
function closeBeside(menu: HTMLElement, signal: AbortSignal): void {
  const options = { capture: true, signal }
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
}

/** Arrow keys (and `j`, `k`), Home, and End; any other letter moves to the next item that starts with it. */
function next(event: KeyboardEvent, here: number, items: readonly HTMLElement[]) {
  if (event.ctrlKey || event.metaKey) return undefined
  const key = plainKey(event)
  const isInRow = items[here]?.closest('.signs')
  const [before, after] = isRightToLeft() ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  if (key === 'ArrowDown' || key === 'j' || (isInRow && key === after)) return (here + 1) % items.length
  if (key === 'ArrowUp' || key === 'k' || (isInRow && key === before)) return (here - 1 + items.length) % items.length
  if (key === 'Home') return 0
  if (key === 'End') return items.length - 1
  if (!/^\p{L}$/u.test(key)) return undefined
  const order = [...items.keys()].map((at) => (here + 1 + at) % items.length)
  return order.find((at) => folded(items[at]?.textContent ?? '').startsWith(folded(key)))
}

function put(menu: HTMLElement, { x, y }: Place): void {
  const { width, height } = menu.getBoundingClientRect()
  // towards the inline end, or the other way if there's no room
  const ends = isRightToLeft() ? [x - width, x] : [x, x - width]
  const left = ends.find((at) => at >= gap && at + width + gap <= innerWidth) ?? (ends[1] as number)
  const top = y + height + gap > innerHeight ? Math.min(y - height, innerHeight - height - gap) : y
  keepBeside(menu, { start: isRightToLeft() ? innerWidth - left - width : left, top })
}
