import './palette.css'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Command } from '../app/commands.ts'
import { takeTyped } from '../app/typed-ahead.ts'
import { fieldOf, Options, useCombobox } from '../parts/combobox.tsx'
import { openDialog } from '../parts/dialog.tsx'
import { search } from '../search/submitting.ts'
import { t } from '../texts/finding.ts'
import { deeds } from './deeds.ts'
import { type Destination, destinations } from './destinations.ts'
import { keepUse } from './uses.ts'

const longest = 200

/** One field that leads everywhere, and to everything that can be done. */
export function openPalette(commands: readonly Command[]): void {
  const others = deeds(commands)
  let next: (() => void) | undefined
  void openDialog({ title: t.goTo, class: 'palette' }, (close) => (
    <Palette
      others={others}
      onTake={(one) => {
        // what is done may take the focus, which the dialog gives back as it closes
        next = one.run
        close()
      }}
    />
  )).then(() => next?.())
}

function Palette({ others, onTake }: { others: readonly Destination[]; onTake: (one: Destination) => void }) {
  const text = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // the dialog is shown after it is drawn, and gives the focus to its first button
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      text.value = takeTyped()
    })
    return () => {
      cancelAnimationFrame(frame)
      takeTyped()
    }
  }, [])
  const wanted = text.value.trim()
  const found = destinations(text.value, others)
  const words: Destination[] =
    wanted === ''
      ? []
      : [
          {
            key: 'search',
            label: t.searchMessages(wanted),
            mark: { sign: '🔍' },
            unread: 0,
            run: () => void search([{ operator: 'search', operand: wanted }]),
          },
        ]
  const options = [...found, ...words].map((one) => ({
    ...one,
    run: () => {
      if (one.key !== 'search') keepUse(one.key)
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
        {found.length === 0 ? t.goToNone : ''}
      </p>
      {found.length === 0 && <p class="soft">{t.goToNone}</p>}
      <Options box={box} options={options} label={t.goToOptions} />
      <p class="soft palette-keys">{t.goToKeys}</p>
    </div>
  )
}
