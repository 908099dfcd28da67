import { type Signal, useSignal } from '@preact/signals'
import { ListOf } from '../../controls/list-of.tsx'
import { isComposing } from '../../parts/is-composing.ts'
import { o } from '../../texts/organization.ts'
import { type FieldOption, freeKey } from './field-data.ts'

const longestOption = 100

/** Edits the choices of a list; nothing is saved before the form is. */
export function OptionList({ options }: { options: Signal<readonly FieldOption[]> }) {
  const added = useSignal('')
  const add = () => {
    const text = added.value.trim()
    if (text === '') return
    options.value = [...options.value, { key: freeKey(options.value), text }]
    added.value = ''
  }
  const rename = (key: string, text: string) => {
    options.value = options.value.map((one) => (one.key === key ? { key, text } : one))
  }
  return (
    <fieldset class="entry-field">
      <legend>{o.options.label}</legend>
      <p class="soft small">{o.options.help}</p>
      <ListOf
        items={options.value}
        keyOf={({ key }) => key}
        nameOf={({ text }) => text}
        label={o.options.label}
        empty={o.noOptions}
        remove={async ({ key }) => {
          options.value = options.value.filter((one) => one.key !== key)
        }}
        arrange={async (keys) => {
          options.value = keys.flatMap((key) => options.value.find((one) => one.key === key) ?? [])
        }}
      >
        {({ key, text }) => (
          <input
            type="text"
            dir="auto"
            aria-label={o.nameOfOption(text)}
            maxLength={longestOption}
            value={text}
            onInput={({ currentTarget }) => rename(key, currentTarget.value)}
          />
        )}
      </ListOf>
      <div class="add-line">
        <input
          type="text"
          dir="auto"
          aria-label={o.newOption}
          placeholder={o.newOption}
          maxLength={longestOption}
          value={added.value}
          onInput={({ currentTarget }) => (added.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            add()
          }}
        />
        <button type="button" class="button" disabled={added.value.trim() === ''} onClick={add}>
          {o.add}
        </button>
      </div>
    </fieldset>
  )
}
