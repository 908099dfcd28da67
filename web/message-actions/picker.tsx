import { useComputed, useSignal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { CustomEmoji } from '../../src/areas/custom-emoji/api.ts'
import { isComposing } from '../parts/is-composing.ts'
import './picker.css'
import { keepBeside } from '../parts/beside.ts'
import { backKey, isMirrored, onKey } from '../parts/direction.ts'
import { Emoji } from '../parts/emoji.tsx'
import { emojiFrom } from '../parts/emoji-font.ts'
import { showLayer } from '../parts/show-layer.ts'
import { part } from '../store/connection.ts'
import { type EmojiNames, emojiNames } from '../store/emoji-names.ts'
import { message } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { rowOf } from './active.ts'
import { type Findable, findEmoji, identity, type Section, sectionsOf } from './emoji-sections.ts'
import { type ChosenEmoji, toggleReaction } from './reacting.ts'
import { keepRecentEmoji, recentEmoji } from './recent-emoji.ts'
import { TonedEmoji, Tones } from './skin-tones.tsx'

const customEmoji = part<Record<string, CustomEmoji>>('realm_emoji')
/** The one emoji with a picture that every server brings. */
const extra: Findable = {
  emoji_name: 'zulip',
  emoji_code: 'zulip',
  reaction_type: 'zulip_extra_emoji',
  names: ['zulip'],
}

const custom = (): Findable[] => [
  ...Object.values(customEmoji.value ?? {})
    .filter(({ deactivated }) => !deactivated)
    .map(
      ({ id, name }): Findable => ({ emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji', names: [name] }),
    ),
  extra,
]

const signOf = (one: Findable) => (one.reaction_type === 'unicode_emoji' ? emojiFrom(one.emoji_code) : '')
const gap = 8

interface PickerOptions {
  /** Beside which the list stands, where there is room. */
  readonly box: DOMRect | undefined
  /** Gets the focus afterwards, where what had it before is gone. */
  returnTo(): HTMLElement | null | undefined
  choose(emoji: ChosenEmoji): void
  isOwn(emoji: ChosenEmoji): boolean
  /** Whether a skin tone can be chosen: in texts there are some, in reactions there are none. */
  readonly hasTones?: boolean
}

/** The list of emoji to react to a message with. */
export function openPicker(messageId: number): void {
  if (!message(messageId)) return
  const row = rowOf(messageId)
  openEmojiList({
    box: (row?.querySelector('.row-actions') ?? row)?.getBoundingClientRect(),
    returnTo: () => rowOf(messageId),
    choose: (emoji) => toggleReaction(messageId, emoji),
    isOwn: (one) => isOwn(messageId, one),
  })
}

/** The list of emoji, for whatever one wants with them; with Shift it stays open for another one. */
export function openEmojiList({ box, returnTo, choose, isOwn, hasTones = false }: PickerOptions): void {
  const before = document.activeElement as HTMLElement | null
  const place = document.createElement('div')
  place.className = 'emoji-picker'
  place.popover = 'auto'
  place.setAttribute('role', 'dialog')
  place.setAttribute('aria-label', a.emoji)
  document.body.append(place)
  const take = (emoji: ChosenEmoji, stays: boolean) => {
    keepRecentEmoji(emoji)
    if (!stays) place.hidePopover()
    choose(emoji)
  }
  place.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'closed') return
    render(null, place)
    place.remove()
    const to = before?.isConnected && before !== document.body ? before : returnTo()
    to?.focus({ preventScroll: true })
  })
  render(<Picker choose={take} isOwn={isOwn} hasTones={hasTones} />, place)
  showLayer(place)
  if (box) {
    const { width, height } = place.getBoundingClientRect()
    const top = box.bottom + height + gap > innerHeight ? box.top - height - gap : box.bottom + gap
    keepBeside(place, { start: isMirrored() ? innerWidth - box.left - width : box.right - width, top })
  }
  place.querySelector('input')?.focus({ preventScroll: true })
}

const isOwn = (messageId: number, one: ChosenEmoji): boolean =>
  message(messageId)?.reactions.some(
    ({ user_id, emoji_code, reaction_type }) =>
      user_id === ownId.value && emoji_code === one.emoji_code && reaction_type === one.reaction_type,
  ) ?? false

interface PickerProps {
  choose(emoji: ChosenEmoji, stays: boolean): void
  isOwn(emoji: ChosenEmoji): boolean
  readonly hasTones: boolean
}

function Picker({ choose, isOwn, hasTones }: PickerProps) {
  const list = useRef<HTMLDivElement>(null)
  const names = useSignal<EmojiNames | undefined>(undefined)
  const failed = useSignal(false)
  const query = useSignal('')
  const here = useSignal(0)
  const sections = useComputed<readonly Section[]>(() => {
    if (!names.value) return []
    const all = sectionsOf(names.value, custom(), recentEmoji())
    return query.value.trim() === ''
      ? all
      : [{ name: 'popular', emoji: findEmoji(all, query.value, signOf).slice(0, 200) }]
  })
  const flat = useComputed(() => sections.value.flatMap(({ emoji }) => emoji))
  const isSearch = query.value.trim() !== ''

  useEffect(() => {
    emojiNames().then(
      (found) => (names.value = found),
      () => (failed.value = true),
    )
  }, [names, failed])
  useEffect(() => {
    list.current?.querySelector(`[data-at="${here.value}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [here.value, list])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const to = moved(event.key, here.value, list.current)
    if (to !== undefined) {
      event.preventDefault()
      here.value = to
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const one = flat.value[here.value]
      if (one) choose(one, event.shiftKey)
    }
  }
  const chosen = flat.value[here.value]
  let at = 0
  return (
    <>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="emoji-list"
        aria-autocomplete="list"
        {...(chosen ? { 'aria-activedescendant': `emoji-${here.value}` } : {})}
        aria-label={a.searchEmoji}
        placeholder={a.searchEmoji}
        value={query.value}
        maxLength={100}
        onInput={(event) => {
          query.value = event.currentTarget.value
          here.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div class="emoji-list" id="emoji-list" role="listbox" aria-label={a.emoji} ref={list} tabIndex={-1}>
        {sections.value.map(({ name, emoji }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
          <div role="group" aria-label={isSearch ? a.emoji : a.emojiSections[name]} key={name} class="emoji-section">
            {!isSearch && (
              <p aria-hidden="true" role="presentation">
                {a.emojiSections[name]}
              </p>
            )}
            <div class="emoji-grid" role="presentation">
              {emoji.map((one) => {
                const index = at++
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its keys choose
                  <div
                    key={identity(one)}
                    id={`emoji-${index}`}
                    data-at={index}
                    role="option"
                    tabIndex={-1}
                    class={isOwn(one) ? 'own' : ''}
                    aria-selected={index === here.value}
                    aria-label={one.emoji_name.replaceAll('_', ' ')}
                    title={one.names.map((word) => `:${word}:`).join(' ')}
                    onPointerMove={() => (here.value = index)}
                    onClick={(event) => choose(one, event.shiftKey)}
                  >
                    {hasTones ? <TonedEmoji emoji={one} /> : <Emoji emoji={one} />}
                  </div>
                )
              })}
            </div>
          </div>
        ))}
      </div>
      {hasTones && <Tones />}
      <p class="emoji-foot" role="status">
        {failed.value
          ? a.emojiFailed
          : !names.value
            ? a.loading
            : chosen
              ? chosen.names.map((word) => `:${word}:`).join(' ')
              : a.noEmoji}
      </p>
    </>
  )
}

/** Where arrows lead: by what is drawn, as sections end in the middle of a row. */
function moved(key: string, here: number, list: HTMLElement | null): number | undefined {
  const all = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
  const from = all[here]
  if (!from) return undefined
  const clamp = (to: number) => Math.max(0, Math.min(all.length - 1, to))
  if (key === onKey()) return clamp(here + 1)
  if (key === backKey()) return clamp(here - 1)
  if (key === 'PageDown' || key === 'PageUp') {
    const by = key === 'PageDown' ? 1 : -1
    const section = from.closest('.emoji-section')
    const other = by === 1 ? section?.nextElementSibling : section?.previousElementSibling
    const first = other?.querySelector<HTMLElement>('[role=option]')
    return first ? Number(first.dataset.at) : here
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const by = key === 'ArrowDown' ? 1 : -1
  const [x, y] = [from.offsetLeft, topOf(from)]
  let best: number | undefined
  let line: number | undefined
  for (let at = here + by; at >= 0 && at < all.length; at += by) {
    const one = all[at] as HTMLElement
    const top = topOf(one)
    if (top === y) continue
    line ??= top
    if (top !== line) break
    if (best === undefined || Math.abs(one.offsetLeft - x) < Math.abs((all[best] as HTMLElement).offsetLeft - x))
      best = at
  }
  return best ?? here
}

const topOf = (one: HTMLElement): number => one.offsetTop + (one.closest<HTMLElement>('.emoji-section')?.offsetTop ?? 0)
