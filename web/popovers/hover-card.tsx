import { render } from 'preact'
import './card.css'
import { Avatar } from '../entities/avatar.tsx'
import { guestMark } from '../store/guests.ts'
import { person } from '../store/people.ts'
import { localTimeIn } from './local-time.ts'
import { openPersonCard } from './person.tsx'
import type { PersonAt } from './person-at.ts'
import { kindOf, PersonPresence, PersonStatus } from './person-facts.tsx'
import { pronounsOf } from './profile-fields.tsx'

export interface HoverCard {
  close(): void
}

const gap = 6
const margin = 8
/** What's wider than this and not part of a line is a row. */
const rowWidth = 80

let open: { readonly card: HTMLElement; showAt(at: PersonAt): void; describes(anchor?: HTMLElement): void } | undefined

/** Shows the card, or moves the open one; undefined if the user isn't known. */
export function showHoverCard(at: PersonAt, isFocused: boolean): HoverCard | undefined {
  if (!person(at.userId)) return undefined
  // in a dialog, anything outside of it is inert
  const host = at.anchor.closest('dialog') ?? document.body
  if (open?.card.parentElement !== host) close()
  open ??= create(host)
  open.showAt(at)
  open.describes(isFocused ? at.anchor : undefined)
  return { close }
}

function create(host: HTMLElement): NonNullable<typeof open> {
  const card = document.createElement('div')
  card.className = 'hover-card'
  card.id = 'hover-card'
  card.popover = 'manual'
  card.setAttribute('role', 'tooltip')
  let shown: PersonAt | undefined
  let described: HTMLElement | undefined
  card.addEventListener('click', () => {
    const at = shown
    close()
    if (at) openPersonCard(at.userId, { anchor: at.anchor })
  })
  host.append(card)
  card.showPopover()
  return {
    card,
    showAt(at) {
      shown = at
      render(<Content userId={at.userId} />, card)
      place(card, at.anchor)
    },
    describes(anchor) {
      described?.removeAttribute('aria-describedby')
      described = anchor && !anchor.hasAttribute('aria-describedby') ? anchor : undefined
      described?.setAttribute('aria-describedby', card.id)
    },
  }
}

function close(): void {
  if (!open) return
  const { card, describes } = open
  open = undefined
  describes()
  render(null, card)
  card.remove()
}

const Content = ({ userId }: { userId: number }) => {
  const one = person(userId)
  if (!one) return null
  const time = one.is_bot ? undefined : localTimeIn(one.timezone, new Date())
  return (
    <>
      <div class="card-head">
        <Avatar key={userId} userId={userId} size={44} />
        <div>
          <p class="hover-name" dir="auto">
            {one.full_name}
            <span class="soft">{guestMark(one)}</span>
          </p>
          <PersonPresence user={one} />
        </div>
      </div>
      <PersonStatus userId={userId} />
      <p class="hover-facts soft" dir="auto">
        {[kindOf(one), pronounsOf(one), time].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

/** Next to a row, or below or above a name or a face, so that the pointer's target and its neighbors stay visible. */
function place(card: HTMLElement, anchor: HTMLElement): void {
  const { width, height } = card.getBoundingClientRect()
  const box = anchor.getBoundingClientRect()
  const isRow = box.width > rowWidth && !getComputedStyle(anchor).display.startsWith('inline')
  const left = isRow ? besideRow(anchor, box, width) : undefined
  const top = left === undefined ? (fitsBelow(box, height) ? box.bottom + gap : box.top - gap - height) : box.top - gap
  const start = left ?? (getComputedStyle(anchor).direction === 'rtl' ? box.right - width : box.left)
  card.style.left = `${between(margin, start, innerWidth - width - margin)}px`
  card.style.top = `${between(margin, top, innerHeight - height - margin)}px`
}

const fitsBelow = ({ bottom }: DOMRect, height: number): boolean => bottom + gap + height + margin <= innerHeight

/** The left edge of a card outside of the row, or after the name in it. */
function besideRow(anchor: HTMLElement, box: DOMRect, width: number): number | undefined {
  const isRtl = getComputedStyle(anchor).direction === 'rtl'
  const fits = (left: number) => left >= margin && left + width + margin <= innerWidth
  const text = document.createRange()
  text.selectNodeContents(anchor.querySelector('.name') ?? anchor)
  const name = text.getBoundingClientRect()
  const outside = [box.right + gap, box.left - gap - width]
  const afterName = isRtl ? name.left - 3 * gap - width : Math.min(name.right, box.right) + 3 * gap
  return [...(isRtl ? outside.reverse() : outside), afterName].find(fits)
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
