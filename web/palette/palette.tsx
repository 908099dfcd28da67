import './palette.css'
import { effect, signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { fieldOf, Options, useCombobox } from '../entities/combobox.tsx'
import { parseSearch } from '../narrow/search-text.ts'
import { address } from '../navigation/route.ts'
import { openDialog } from '../parts/dialog.tsx'
import { discardTyped, takeTyped } from '../parts/typed-ahead.ts'
import { lookup } from '../search/lookup.ts'
import { search } from '../search/submitting.ts'
import type { Command } from '../shortcuts/known-commands.ts'
import { t } from '../texts/finding.ts'
import { paletteActions } from './actions.ts'
import { type Destination, destinations, maxShown } from './destinations.ts'
import { focusOpened } from './focus-opened.ts'
import { helpFor, loadHelpPages } from './help-pages.ts'
import { keepUse } from './uses.ts'

/** Loads after the palette opens; until then, settings aren't searched. */
const settings = signal<readonly Destination[] | undefined>(undefined)
const askForSettings = () =>
  void import('./setting-destinations.ts').then(({ settingDestinations }) =>
    effect(() => {
      settings.value = settingDestinations()
    }),
  )

const longest = 200
const maxHelp = 3

export function openPalette(commands: readonly Command[]): void {
  const others = paletteActions(commands)
  if (!settings.peek()) askForSettings()
  let next: (() => void) | undefined
  void openDialog({ title: t.goTo, class: 'palette' }, (close) => (
    <Palette
      others={others}
      onTake={(one) => {
        // run it after the dialog has restored the focus
        next = one.run
        close()
      }}
    />
  )).then(() => {
    const before = address.peek()
    next?.()
    if (address.peek() !== before) focusOpened()
  })
}

function Palette({ others, onTake }: { others: readonly Destination[]; onTake: (one: Destination) => void }) {
  const text = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    void loadHelpPages()
    // showing the dialog focuses its first button, so wait for that
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      text.value = takeTyped()
    })
    return () => {
      cancelAnimationFrame(frame)
      discardTyped()
    }
  }, [])
  const wanted = text.value.trim()
  const help = helpFor(text.value, maxHelp)
  const actionsHere = wanted === '' ? others : [...others, ...(settings.value ?? [])]
  const found = destinations(text.value, actionsHere).slice(0, maxShown - help.length)
  const isNone = found.length + help.length === 0
  const words: Destination[] =
    wanted === ''
      ? []
      : [
          {
            key: 'search',
            label: t.searchMessages(wanted),
            mark: { sign: '🔍' },
            unread: 0,
            run: () => void search(parseSearch(wanted, lookup), wanted),
          },
        ]
  const options = [...found, ...words, ...help].map((one) => ({
    ...one,
    run: () => {
      if (one.key !== 'search' && !help.some(({ key }) => key === one.key)) keepUse(one.key)
      onTake(one)
    },
  }))
  const box = useCombobox({ options, isOpen: true, takesFirst: true })
  return (
    <div class="dialog-body">
      <input
        ref={field}
        type="text"
        {...fieldOf(box, options.length > 0)}
        autofocus
        value={text.value}
        maxLength={longest}
        aria-label={t.goTo}
        placeholder={t.goToHint}
        onInput={(event) => {
          text.value = event.currentTarget.value
          box.reset()
        }}
        onKeyDown={(event) => void box.onKeyDown(event)}
      />
      <p class="visually-hidden" role="status">
        {isNone ? t.goToNone : ''}
      </p>
      {isNone && <p class="soft">{t.goToNone}</p>}
      <Options box={box} options={options} label={t.goToOptions} />
      <p class="soft palette-keys">{t.goToKeys}</p>
    </div>
  )
}
