import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { r } from '../../texts/running.ts'

const pageSize = 50

interface Texts<T> {
  readonly lead: string
  readonly list: string
  readonly loading: string
  readonly empty: string
  readonly approve: string
  readonly decline: string
  approveLabel(item: T): string
  declineLabel(item: T): string
}

interface MessageField<T> {
  readonly label: string
  readonly maxLength: number
  help(item: T): string
}

interface DeclineDialog<T> {
  readonly title: string
  readonly submit: string
  /** Undefined if a message couldn't reach anyone. */
  readonly message: MessageField<T> | undefined
  run(item: T, message: string): Promise<unknown>
}

interface Props<T> {
  readonly texts: Texts<T>
  /** Events that change the list. */
  readonly types: readonly string[]
  readonly maxItems: number
  fetchPage(limit: number): Promise<{ readonly items: readonly T[]; readonly has_more: boolean }>
  details(item: T): ComponentChildren
  approve(item: T): Promise<unknown>
  readonly decline: DeclineDialog<T>
}

/** A list in which moderators approve or decline each item. */
export function ReviewQueue<T extends { readonly id: number }>(props: Props<T>) {
  const { texts, types, maxItems, fetchPage, details, decline } = props
  const limit = useSignal(pageSize)
  const actions = useActions()
  const { value, problem, reload } = useLoaded(() => fetchPage(limit.value), { types, key: limit.value })
  const approve = (item: T) => actions.run(item.id, () => props.approve(item).finally(reload))
  return (
    <>
      <p class="lead">{texts.lead}</p>
      {!value && <Loading problem={problem} label={texts.loading} />}
      {value?.items.length === 0 && <p class="soft list-empty">{texts.empty}</p>}
      <ul class="records" aria-label={texts.list}>
        {value?.items.map((item) => {
          const isBusy = actions.isBusy(item.id)
          return (
            <li key={item.id}>
              <div class="record-words">
                {details(item)}
                <Refusal text={actions.problem(item.id)} />
              </div>
              <div class="record-buttons">
                <button
                  type="button"
                  class="button primary"
                  aria-label={texts.approveLabel(item)}
                  disabled={isBusy}
                  onClick={() => approve(item)}
                >
                  {texts.approve}
                </button>
                <button
                  type="button"
                  class="button"
                  aria-label={texts.declineLabel(item)}
                  disabled={isBusy}
                  onClick={() => openDecline(decline, item, reload)}
                >
                  {texts.decline}
                </button>
              </div>
            </li>
          )
        })}
      </ul>
      {value?.has_more && limit.value < maxItems && (
        <button type="button" class="button" onClick={() => (limit.value = Math.min(maxItems, limit.value + pageSize))}>
          {r.more}
        </button>
      )}
    </>
  )
}

/** User-written text: shown as plain text, never rendered. */
export const Quoted = ({ text }: { text: string }) => (
  <blockquote class="reported" dir="auto">
    {text}
  </blockquote>
)

function openDecline<T>(dialog: DeclineDialog<T>, item: T, reload: () => Promise<void>): void {
  void openDialog({ title: dialog.title }, (close) => <Decline {...{ dialog, item, reload, close }} />)
}

interface DeclineProps<T> {
  readonly dialog: DeclineDialog<T>
  readonly item: T
  reload(): Promise<void>
  close(): void
}

function Decline<T>({ dialog, item, reload, close }: DeclineProps<T>) {
  const { submit, message: field, run } = dialog
  const message = useSignal('')
  return (
    <Form submit={submit} close={close} run={() => run(item, message.value).finally(reload)}>
      {field && (
        <TextArea label={field.label} text={message} maxLength={field.maxLength} rows={3} help={field.help(item)} />
      )}
    </Form>
  )
}
