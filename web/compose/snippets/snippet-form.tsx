import { useSignal } from '@preact/signals'
import { maxSavedSnippetTitleLength } from '../../../src/features/text/saved-snippets/api.ts'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { isComposing } from '../../parts/is-composing.ts'
import { t } from '../../texts/writing.ts'

interface Props {
  readonly title: string
  readonly content: string
  readonly onSave: (title: string, content: string) => Promise<unknown>
  close(): void
}

export const SnippetForm = ({ title, content, onSave, close }: Props) => {
  const first = useFirstFocus<HTMLInputElement>()
  const called = useSignal(title)
  const text = useSignal(content)
  return (
    <Form
      submit={t.save}
      isDisabled={called.value.trim() === '' || text.value.trim() === ''}
      close={close}
      run={() => onSave(called.value, text.value)}
    >
      <label class="field">
        <span class="label">{t.snippetTitle}</span>
        <input
          type="text"
          dir="auto"
          ref={first}
          maxLength={maxSavedSnippetTitleLength}
          value={called.value}
          onInput={(event) => (called.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span class="label">{t.snippetText}</span>
        <textarea
          rows={5}
          dir="auto"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </label>
    </Form>
  )
}
