import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { a } from '../texts/actions.ts'
import { Emoji } from './emoji.tsx'
import { drawnLines, type Line, type Measures, topOf } from './emoji-lines.ts'
import { identity, type Section } from './emoji-sections.ts'
import type { ChosenEmoji } from './reacting.ts'
import { TonedEmoji } from './skin-tones.tsx'

interface Props {
  readonly sections: readonly Section[]
  readonly lines: readonly Line[]
  /** Columns per row, measured from the layout. */
  readonly columns: Signal<number>
  readonly here: Signal<number>
  readonly isSearch: boolean
  readonly hasTones: boolean
  readonly choose: (emoji: ChosenEmoji, stays: boolean) => void
  readonly isOwn: (emoji: ChosenEmoji) => boolean
}

/** All emoji by section. Only visible rows are rendered, because rendering thousands of glyphs is slow. */
export function EmojiGrid({ sections, lines, columns, here, isSearch, hasTones, choose, isOwn }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const seen = useSignal({ top: 0, height: 300 })
  const measures = useSignal<Measures>({ heading: 24, row: 38 })
  const isEmpty = lines.length === 0

  useLayoutEffect(() => {
    const { current } = list
    const grid = current?.querySelector('.emoji-grid')
    if (!current || !grid) return
    const measure = () => {
      columns.value = getComputedStyle(grid).gridTemplateColumns.split(' ').length
      const heading = current.querySelector<HTMLElement>('.emoji-section p')?.offsetHeight ?? 0
      const row = grid.querySelector<HTMLElement>('[role=option]')?.offsetHeight ?? measures.peek().row
      if (heading !== measures.peek().heading || row !== measures.peek().row) measures.value = { heading, row }
      look(current, seen)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [isEmpty, isSearch])

  useLayoutEffect(() => {
    const { current } = list
    const at = lines.findIndex(({ to }) => here.value < to)
    const line = lines[at]
    if (!current || !line) return
    const { heading, row } = measures.peek()
    const top = topOf(at, line, measures.peek())
    // scroll to a section's heading together with its first row
    const from = line.row === 0 ? top - heading : top
    if (from < current.scrollTop) current.scrollTop = from
    else if (top + row > current.scrollTop + current.clientHeight) current.scrollTop = top + row - current.clientHeight
    look(current, seen)
  }, [here.value, sections])

  const drawn = drawnLines(lines, measures.value, { ...seen.value, here: here.value })
  let begin = 0
  return (
    <div
      class="emoji-list"
      id="emoji-list"
      role="listbox"
      aria-label={a.emoji}
      ref={list}
      tabIndex={-1}
      onScroll={({ currentTarget }) => look(currentTarget, seen)}
    >
      {sections.map(({ name, emoji }, section) => {
        const first = begin
        begin += emoji.length
        const rows = Math.ceil(emoji.length / columns.value)
        const own = [...drawn].filter((line) => line.section === section)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
          <div role="group" aria-label={isSearch ? a.emoji : a.emojiSections[name]} key={name} class="emoji-section">
            {!isSearch && (
              <p aria-hidden="true" role="presentation">
                {a.emojiSections[name]}
              </p>
            )}
            <div
              class="emoji-grid"
              role="presentation"
              style={{ gridTemplateRows: `repeat(${rows}, var(--emoji-row))` }}
            >
              {own.flatMap(({ from, to, row }) =>
                emoji
                  .slice(from - first, to - first)
                  .map((one, at) => (
                    <Option
                      key={identity(one)}
                      emoji={one}
                      index={from + at}
                      row={row}
                      place={from + at - first}
                      count={emoji.length}
                      here={here}
                      isOwn={isOwn(one)}
                      hasTones={hasTones}
                      choose={choose}
                    />
                  )),
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}

interface OptionProps extends Pick<Props, 'here' | 'hasTones' | 'choose'> {
  readonly emoji: Section['emoji'][number]
  readonly index: number
  /** Position in the section, which has `count` emoji. */
  readonly place: number
  readonly count: number
  readonly row: number
  readonly isOwn: boolean
}

const Option = ({ emoji, index, place, count, row, here, isOwn, hasTones, choose }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its keys choose
  <div
    id={`emoji-${index}`}
    role="option"
    tabIndex={-1}
    class={isOwn ? 'own' : ''}
    style={{ gridRow: row + 1 }}
    aria-selected={index === here.value}
    aria-setsize={count}
    aria-posinset={place + 1}
    aria-label={emoji.emoji_name.replaceAll('_', ' ')}
    title={emoji.names.map((word) => `:${word}:`).join(' ')}
    onPointerMove={() => (here.value = index)}
    onClick={(event) => choose(emoji, event.shiftKey)}
  >
    {hasTones ? <TonedEmoji emoji={emoji} /> : <Emoji emoji={emoji} />}
  </div>
)

function look({ scrollTop: top, clientHeight: height }: HTMLElement, seen: Signal<{ top: number; height: number }>) {
  if (top !== seen.peek().top || height !== seen.peek().height) seen.value = { top, height }
}
