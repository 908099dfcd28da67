import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Refusal } from '../../controls/actions.tsx'
import type { Loaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { o } from '../../texts/own.ts'

interface Named {
  readonly id: number
  readonly name: string
}

interface Texts {
  readonly list: string
  readonly none: string
  readonly name: string
  readonly rename: string
  readonly renameOf: (name: string) => string
  readonly remove: string
  readonly removeOf: (name: string) => string
  readonly removeMore: string
}

interface Actions {
  readonly texts: Texts
  /** In characters. */
  readonly maxNameLength: number
  rename(id: number, name: string): Promise<unknown>
  remove(id: number): Promise<unknown>
}

interface Props<T extends Named> extends Actions {
  readonly all: Loaded<readonly T[]>
  readonly children: (one: T) => ComponentChildren
}

export function NamedList<T extends Named>({ all, children, ...actions }: Props<T>) {
  const { texts } = actions
  return (
    <>
      <Refusal text={all.problem} />
      {!all.value && !all.problem && <Loading problem={undefined} label={o.loading} />}
      {all.value?.length === 0 && <p class="soft list-empty">{texts.none}</p>}
      {all.value && all.value.length > 0 && (
        <ul class="list-of" aria-label={texts.list}>
          {all.value.map((one) => (
            <li key={one.id}>
              <div class="list-row">
                <div class="list-words">
                  <b dir="auto">{one.name}</b>
                  {children(one)}
                </div>
                <RowButtons one={one} changed={all.reload} {...actions} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface RowProps extends Actions {
  readonly one: Named
  changed(): Promise<void>
}

function RowButtons(props: RowProps) {
  const { texts: t, one, remove, changed } = props
  const askForName = () => openDialog({ title: t.renameOf(one.name) }, (close) => <Rename {...props} close={close} />)
  const askWhether = () =>
    openDialog({ title: t.removeOf(one.name) }, (close) => (
      <Form
        submit={t.remove}
        isDanger
        close={close}
        run={async () => {
          await remove(one.id)
          await changed()
        }}
      >
        <p>{t.removeMore}</p>
      </Form>
    ))
  return (
    <>
      <button type="button" class="button" aria-label={t.renameOf(one.name)} onClick={() => void askForName()}>
        {t.rename}
      </button>
      <button
        type="button"
        class="button quiet"
        aria-label={`${t.remove}: ${one.name}`}
        onClick={() => void askWhether()}
      >
        {t.remove}
      </button>
    </>
  )
}

function Rename({ texts: t, one, maxNameLength, rename, changed, close }: RowProps & { close(): void }) {
  const name = useSignal(one.name)
  const run = async () => {
    await rename(one.id, name.value.trim())
    await changed()
  }
  return (
    <Form submit={t.rename} isDisabled={name.value.trim() === ''} close={close} run={run}>
      <NameField
        label={t.name}
        maxLength={maxNameLength}
        value={name.value}
        input={(value) => {
          name.value = value
        }}
      />
    </Form>
  )
}

interface NameProps {
  readonly label: string
  readonly maxLength: number
  readonly value: string
  input(value: string): void
}

export function NameField({ label, maxLength, value, input }: NameProps) {
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        ref={field}
        type="text"
        dir="auto"
        maxLength={maxLength}
        value={value}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
    </label>
  )
}
