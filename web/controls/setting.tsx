import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Drawing, shapes } from '../parts/icon.tsx'
import { s } from '../texts/settings.ts'
import { useAsked } from './asked.ts'
import type { Saving } from './saving.ts'

export interface Field {
  /** The id of the setting: what is typed into it is kept under that. */
  readonly id: string
  readonly isLocked: boolean
  readonly hasError: boolean
}
const FieldContext = createContext<Field>({ id: '', isLocked: false, hasError: false })

/** A control that stands in something else than a row of its own. */
export const FieldFrame = ({ field, children }: { field: Field; children: ComponentChildren }) => (
  <FieldContext.Provider value={field}>{children}</FieldContext.Provider>
)

/** What a control needs to know of the row that it stands in. */
export const useField = (): Field => useContext(FieldContext)
export const labelId = (id: string): string => `setting-${id}-label`

/** Attributes that bind a control to its label, its help and what is said of it. */
export const attributesOf = ({ id, hasError }: Field) => ({
  id: `setting-${id}`,
  'aria-labelledby': labelId(id),
  'aria-describedby': `setting-${id}-help setting-${id}-problem`,
  'aria-invalid': hasError || undefined,
})

interface Props {
  /** Its place in the address, unique on its page: a name of the API, where it has one. */
  readonly id: string
  readonly label: string
  /** What it does. */
  readonly help?: ComponentChildren
  /** Who can change it, as a sentence: it is shown, and the control does nothing. */
  readonly locked?: string | undefined
  readonly saving?: Saving<never> | Saving<unknown> | undefined
  /** Whether the control stands below the words, as fields for text and lists do. */
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

/** One setting: what it is called, what it does, its control, and how saving it went. */
export function Setting({ id, label, help, locked, saving, isWide, children }: Props) {
  const { row, isAsked } = useAsked<HTMLDivElement>(id)
  const state = saving?.state ?? 'still'
  const refusal = saving?.refusal ?? ''
  return (
    <div ref={row} class={`setting${isWide ? ' is-wide' : ''}${isAsked ? ' is-asked' : ''}`} data-setting={id}>
      <div class="setting-words">
        <label id={labelId(id)} for={`setting-${id}`}>
          {label}
        </label>
        <div class="setting-help" id={`setting-${id}-help`}>
          {help && <p>{help}</p>}
          {locked && (
            <p class="setting-locked">
              <Drawing strokes={shapes.lock} size={14} /> {locked}
            </p>
          )}
        </div>
      </div>
      <div class="setting-control">
        <FieldContext.Provider value={{ id, isLocked: locked !== undefined, hasError: refusal !== '' }}>
          {children}
        </FieldContext.Provider>
        <span class={`setting-state ${state}`} role="status">
          {state === 'saving' ? s.saving : state === 'saved' ? s.saved : ''}
        </span>
      </div>
      <p class="setting-problem" id={`setting-${id}-problem`} role="alert">
        {refusal}
      </p>
    </div>
  )
}

interface GroupProps {
  /** Its place in the address, where it's found as one. */
  readonly id?: string
  readonly title: string
  readonly help?: ComponentChildren
  readonly children: ComponentChildren
}

/** Settings that belong together. */
export function SettingGroup({ id = '', title, help, children }: GroupProps) {
  const { row, isAsked } = useAsked<HTMLHeadingElement>(id)
  return (
    <section class={isAsked ? 'setting-group is-asked' : 'setting-group'} aria-label={title}>
      <h3 ref={row} tabIndex={id === '' ? undefined : -1}>
        {title}
      </h3>
      {help && <p class="soft">{help}</p>}
      {children}
    </section>
  )
}
