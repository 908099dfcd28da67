import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { isComposing } from '../parts/is-composing.ts'
import type { Choice } from './choice.ts'
import { ChoiceRow } from './choice-row.tsx'

export interface Option extends Pick<Choice, 'key' | 'label' | 'detail' | 'mark'> {
  /** URL hash, if it leads to a view. */
  readonly href?: string
  run(): void
}

interface DialogOptions {
  readonly options: readonly Option[]
  readonly isOpen: boolean
  readonly takesFirst: boolean
}

export interface Combobox {
  /** Index of the active option; -1 for none. */
  readonly active: number
  readonly listId: string
  optionId(index: number): string
  /** Returns true if the list handled the key. */
  onKeyDown(event: KeyboardEvent): boolean
  reset(): void
}

export function useCombobox({ options, isOpen, takesFirst }: DialogOptions): Combobox {
  const listId = useId()
  const chosen: Signal<string | undefined> = useSignal(undefined)
  const at = options.findIndex(({ key }) => key === chosen.value)
  const active = !isOpen || options.length === 0 ? -1 : at >= 0 ? at : takesFirst ? 0 : -1
  const step = (by: 1 | -1) => {
    const next = active < 0 && by < 0 ? options.length - 1 : (active + by + options.length) % options.length
    chosen.value = options[next]?.key
  }
  return {
    active,
    listId,
    optionId: (index) => `${listId}-${index}`,
    reset: () => {
      chosen.value = undefined
    },
    onKeyDown: (event) => {
      if (isComposing(event)) return false
      const isBeside = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isOpen
      const beside = isBeside ? options[active]?.href : undefined
      if (beside !== undefined) {
        event.preventDefault()
        openBeside(beside)
        return true
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (!isOpen || options.length === 0 || !isPlain) return false
      const one = options[active]
      if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp') step(-1)
      else if ((event.key === 'Enter' || event.key === 'Tab') && one) one.run()
      else return false
      event.preventDefault()
      return true
    },
  }
}

const openBeside = (href: string) => void window.open(`${location.pathname}${href}`, '_blank', 'noopener')

export const fieldOf = (box: Combobox, isOpen: boolean) => ({
  role: 'combobox' as const,
  autocomplete: 'off',
  spellcheck: false,
  dir: 'auto' as const,
  'aria-autocomplete': 'list' as const,
  'aria-expanded': isOpen,
  'aria-controls': isOpen ? box.listId : undefined,
  'aria-activedescendant': box.active >= 0 ? box.optionId(box.active) : undefined,
})

interface OptionsProps {
  readonly box: Combobox
  readonly options: readonly Option[]
  readonly label: string
  /** Key hints below the options. */
  readonly keys?: string | undefined
}

export const Options = ({ box, options, label, keys }: OptionsProps) => (
  <div class="options" role="listbox" id={box.listId} aria-label={label}>
    {options.map((one, index) => (
      <ChoiceRow
        key={one.key}
        id={box.optionId(index)}
        choice={one}
        isActive={index === box.active}
        onTake={(isBeside) => (isBeside && one.href !== undefined ? openBeside(one.href) : one.run())}
      />
    ))}
    {keys !== undefined && (
      <p class="option-keys" aria-hidden="true">
        {keys}
      </p>
    )}
  </div>
)
