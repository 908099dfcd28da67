import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Drawing, shapes } from '../parts/icon.tsx'
import { s } from '../texts/settings.ts'
import { useLinkedRow } from './linked-row.ts'
import type { Saving } from './saving.ts'

export interface Field {
  /** The setting's id, under which unsaved text is kept. */
  readonly id: string
  readonly isLocked: boolean
  readonly hasError: boolean
}
const FieldContext = createContext<Field>({ id: '', isLocked: false, hasError: false })

/** Context for a control that isn't in a setting's row. */
export const FieldFrame = ({ field, children }: { field: Field; children: ComponentChildren }) => (
  <FieldContext.Provider value={field}>{children}</FieldContext.Provider>
)

export const useField = (): Field => useContext(FieldContext)
export const labelId = (id: string): string => `setting-${id}-label`

export const attributesOf = ({ id, hasError }: Field) => ({
  id: `setting-${id}`,
  'aria-labelledby': labelId(id),
  'aria-describedby': `setting-${id}-help setting-${id}-problem`,
  'aria-invalid': hasError || undefined,
})

interface Props {
  /** Its id in the URL, unique on its page: the API's name, if there is one. */
  readonly id: string
  readonly label: string
  readonly help?: ComponentChildren
  /** A sentence naming the people who can change it. If set, the control is disabled. */
  readonly locked?: string | undefined
  readonly saving?: Saving<never> | Saving<unknown> | undefined
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

export function Setting({ id, label, help, locked, saving, isWide, children }: Props) {
  const { row, isLinked } = useLinkedRow<HTMLDivElement>(id)
  const state = saving?.state ?? 'still'
  const refusal = saving?.refusal ?? ''
  return (
    <div ref={row} class={`setting${isWide ? ' is-wide' : ''}${isLinked ? ' is-asked' : ''}`} data-setting={id}>
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
  readonly id?: string
  readonly title: string
  readonly help?: ComponentChildren
  readonly children: ComponentChildren
}

export function SettingGroup({ id = '', title, help, children }: GroupProps) {
  const { row, isLinked } = useLinkedRow<HTMLHeadingElement>(id)
  return (
    <section class={isLinked ? 'setting-group is-asked' : 'setting-group'} aria-label={title}>
      <h3 ref={row} tabIndex={id === '' ? undefined : -1}>
        {title}
      </h3>
      {help && <p class="soft">{help}</p>}
      {children}
    </section>
  )
}
