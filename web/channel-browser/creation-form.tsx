import type { Signal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import type { Route } from '../narrow/hash.ts'
import { isFirst } from '../navigation/history.ts'
import { goTo } from '../navigation/route.ts'
import { p } from '../texts/places.ts'

type Props = {
  texts: { name: string; description: string; create: string }
  field: RefObject<HTMLInputElement | null>
  name: Signal<string>
  description: Signal<string>
  longest: { name: number | undefined; description: number | undefined }
  wrong: string | undefined
  /** The server's error; empty before the request. */
  refusal: string
  isBusy: boolean
  onName: () => void
  onSubmit: () => void
  /** Cancel goes here if this was the first page. */
  list: Route
  children: ComponentChildren
}

export const CreationForm = (form: Props) => (
  <form
    class="directory scrolls creation-form"
    id="messages"
    tabIndex={-1}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      if (!form.isBusy) form.onSubmit()
    }}
  >
    <label class="field">
      <span class="label">{form.texts.name}</span>
      <input
        ref={form.field}
        type="text"
        dir="auto"
        autocomplete="off"
        required
        maxLength={form.longest.name}
        value={form.name.value}
        aria-invalid={form.wrong !== undefined}
        aria-describedby={form.wrong === undefined ? undefined : 'name-problem'}
        onInput={({ currentTarget }) => {
          form.name.value = currentTarget.value
          form.onName()
        }}
      />
      {form.wrong !== undefined && (
        <span class="problem" id="name-problem" role="alert">
          {form.wrong}
        </span>
      )}
    </label>
    <label class="field">
      <span class="label">{form.texts.description}</span>
      <textarea
        rows={2}
        dir="auto"
        maxLength={form.longest.description}
        value={form.description.value}
        onInput={({ currentTarget }) => (form.description.value = currentTarget.value)}
      />
    </label>
    {form.children}
    {form.refusal !== '' && (
      <p class="problem" role="alert">
        {form.refusal}
      </p>
    )}
    <div class="dialog-buttons">
      <button
        type="button"
        class="button"
        onClick={() => (isFirst() ? goTo(form.list, { replace: true }) : history.back())}
      >
        {p.cancel}
      </button>
      <button type="submit" class="button primary" disabled={form.isBusy}>
        {form.texts.create}
      </button>
    </div>
  </form>
)
