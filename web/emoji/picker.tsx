import { useComputed, useSignal } from '@preact/signals'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import type { CustomEmoji } from '../../src/features/text/custom-emoji/api.ts'
import { isComposing } from '../parts/is-composing.ts'
import './picker.css'
import { rowOf } from '../content/active.ts'
import { keepBeside } from '../parts/beside.ts'
import { backKey, isRightToLeft, onKey } from '../parts/direction.ts'
import { emojiFrom } from '../parts/emoji-character.ts'
import { showLayer } from '../parts/show-layer.ts'
import { part } from '../store/connection.ts'
import { type EmojiNames, emojiNames } from '../store/emoji-names.ts'
import { message } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { a } from '../texts/actions.ts'
import { EmojiGrid } from './emoji-grid.tsx'
import { linesOf, moved, type Step } from './emoji-lines.ts'
import { type Findable, findEmoji, type Section, sectionsOf } from './emoji-sections.ts'
import { type ChosenEmoji, toggleReaction } from './reacting.ts'
import { keepRecentEmoji, recentEmoji } from './recent-emoji.ts'
import { Tones } from './skin-tones.tsx'

const customEmoji = part<Record<string, CustomEmoji>>('realm_emoji')
/** The only built-in emoji with a picture. */
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
  /** The picker opens next to this box if there's room. */
  readonly box: DOMRect | undefined
  /** Gets the focus afterwards if the previous element is gone. */
  returnTo(): HTMLElement | null | undefined
  choose(emoji: ChosenEmoji): void
  isOwn(emoji: ChosenEmoji): boolean
  /** True to offer skin tones: texts have them, reactions don't. */
  readonly hasTones?: boolean
}

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

/** Emoji picker. With Shift, it stays open for another emoji. */
export function openEmojiList({ box, returnTo, choose, isOwn, hasTones = false }: PickerOptions): void {
  const before = document.activeElement as HTMLElement | null
  const place = document.createElement('div')
  place.className = 'emoji-picker'
  place.popover = 'auto'
  place.setAttribute('role', 'dialog')
  place.setAttribute('aria-label', a.emoji)
  // inside a modal dialog, because everything outside it is inert
  const host = before?.closest('dialog') ?? document.body
  host.append(place)
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
    keepBeside(place, { start: isRightToLeft() ? innerWidth - box.left - width : box.right - width, top })
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
  const names = useSignal<EmojiNames | undefined>(undefined)
  const failed = useSignal(false)
  const query = useSignal('')
  const here = useSignal(0)
  const columns = useSignal(8)
  const sections = useComputed<readonly Section[]>(() => {
    if (!names.value) return []
    const all = sectionsOf(names.value, custom(), recentEmoji())
    return query.value.trim() === ''
      ? all
      : [{ name: 'popular', emoji: findEmoji(all, query.value, signOf).slice(0, 200) }]
  })
  const flat = useComputed(() => sections.value.flatMap(({ emoji }) => emoji))
  const lines = useComputed(() => linesOf(sections.value, columns.value))

  useEffect(() => {
    emojiNames().then(
      (found) => (names.value = found),
      () => (failed.value = true),
    )
  }, [names, failed])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = stepOf(event.key)
    if (step && flat.value.length > 0) {
      event.preventDefault()
      here.value = moved(step, here.value, lines.value)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const one = flat.value[here.value]
      if (one) choose(one, event.shiftKey)
    }
  }
  const chosen = flat.value[here.value]
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
      <EmojiGrid
        sections={sections.value}
        lines={lines.value}
        columns={columns}
        here={here}
        isSearch={query.value.trim() !== ''}
        hasTones={hasTones}
        choose={choose}
        isOwn={isOwn}
      />
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

function stepOf(key: string): Step | undefined {
  const steps: Readonly<Record<string, Step>> = {
    [onKey()]: 'next',
    [backKey()]: 'previous',
    ArrowDown: 'down',
    ArrowUp: 'up',
    PageDown: 'next section',
    PageUp: 'previous section',
  }
  return steps[key]
}
