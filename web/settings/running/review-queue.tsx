import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { ReviewList, type ReviewRow, type ShownList, type ShownPage } from './review-list.tsx'

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

export interface DeclineDialog<T> {
  readonly title: string
  readonly submit: string
  /** What it's about, as its author wrote it; null if it can't be read. */
  quote?(item: T): string | null
  /** Undefined if a message couldn't reach anyone. */
  readonly message: MessageField<T> | undefined
  run(item: T, message: string): Promise<unknown>
}

interface Props<T> {
  readonly texts: Texts<T>
  /** Events that change the list. */
  readonly types: readonly string[]
  readonly maxItems: number
  fetchPage(limit: number): Promise<ShownPage<T>>
  /** Shown above a list that isn't empty. */
  above?(items: readonly T[], list: ShownList): ComponentChildren
  details(item: T, items: readonly T[]): ComponentChildren
  /** Between *Approve* and *Decline*. */
  otherButton?(item: T, row: ReviewRow): ComponentChildren
  approve(item: T): Promise<unknown>
  readonly decline: DeclineDialog<T>
}

/** A list in which moderators approve or decline each item. */
export function ReviewQueue<T extends { readonly id: number }>(props: Props<T>) {
  const { texts, types, maxItems, fetchPage, details, decline } = props
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <ReviewList<T>
        {...{ types, maxItems, fetchPage, details, above: props.above }}
        list={texts.list}
        loading={texts.loading}
        empty={texts.empty}
        buttons={(item, row) => (
          <>
            <button
              type="button"
              class="button primary"
              aria-label={texts.approveLabel(item)}
              disabled={row.isBusy}
              onClick={() => row.run(() => props.approve(item))}
            >
              {texts.approve}
            </button>
            {props.otherButton?.(item, row)}
            <button
              type="button"
              class="button"
              aria-label={texts.declineLabel(item)}
              disabled={row.isBusy}
              onClick={() => openDecline(decline, item, row.reload)}
            >
              {texts.decline}
            </button>
          </>
        )}
      />
    </>
  )
}

/** User-written text: shown as plain text, never rendered. */
export const Quoted = ({ text }: { text: string }) => (
  <blockquote class="reported" dir="auto">
    {text}
  </blockquote>
)

export function openDecline<T>(dialog: DeclineDialog<T>, item: T, reload: () => Promise<void>): void {
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
  const quote = dialog.quote?.(item) ?? null
  const message = useSignal('')
  return (
    <Form submit={submit} close={close} run={() => run(item, message.value).finally(reload)}>
      {quote !== null && <Quoted text={quote} />}
      {field && (
        <TextArea label={field.label} text={message} maxLength={field.maxLength} rows={3} help={field.help(item)} />
      )}
    </Form>
  )
}
