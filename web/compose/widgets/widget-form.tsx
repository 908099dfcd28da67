import { isComposing } from '../../parts/is-composing.ts'
import './widget-form.css'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { t } from '../../texts/writing.ts'
import { textOfWidget, type WidgetKind, type WidgetText } from './widget-text.ts'

/** Clients show no more than this. */
const maxItems = 200
const longest = 500

/** Resolves to the message text; undefined if the dialog was canceled. */
export async function askForWidget(kind: WidgetKind, before: WidgetText): Promise<string | undefined> {
  let text: string | undefined
  await openDialog({ title: kind === 'poll' ? t.poll : t.tasks }, (close) => (
    <WidgetForm kind={kind} before={before} close={close} onDone={(made) => (text = made)} />
  ))
  return text
}

interface Props {
  readonly kind: WidgetKind
  readonly before: WidgetText
  readonly onDone: (text: string) => void
  close(): void
}

/** Enter moves to the next line; Ctrl+Enter submits. */
const onEnter = (event: KeyboardEvent, next: () => void) => {
  if (event.key !== 'Enter' || isComposing(event)) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) (event.currentTarget as HTMLInputElement).form?.requestSubmit()
  else next()
}

const blank = { name: '', description: '' }
/** Always keeps an empty line. */
const withRoom = (items: WidgetText['items'], least: number) => [
  ...items,
  ...Array.from({ length: Math.max(1, least - items.length) }, () => blank),
]

function WidgetForm({ kind, before, onDone, close }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const first = useFirstFocus<HTMLInputElement>()
  const title = useSignal(before.title)
  const items = useSignal(withRoom(before.items, 3))
  const isPoll = kind === 'poll'
  // clients treat everything after a colon as the description
  const hasColon = !isPoll && items.value.some(({ name }) => name.includes(':'))
  const isMissing = isPoll ? title.value.trim() === '' : items.value.every(({ name }) => name.trim() === '')
  const change = (at: number, to: Partial<WidgetText['items'][number]>) => {
    const next = items.value.map((one, index) => (index === at ? { ...one, ...to } : one))
    const last = next.at(-1)
    items.value = last && last.name !== '' && next.length < maxItems ? [...next, blank] : next
  }
  const focusOn = (at: number) => list.current?.querySelectorAll<HTMLInputElement>('input.item-name')[at]?.focus()
  const remove = (at: number) => {
    items.value = withRoom(
      items.value.filter((_, index) => index !== at && index < items.value.length - 1),
      3,
    )
    focusOn(Math.max(0, at - 1))
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const field = event.currentTarget as HTMLInputElement
    onEnter(event, () => (field.value.trim() === '' ? field.form?.requestSubmit() : focusOn(at + 1)))
    if (event.key === 'Backspace' && field.value === '' && at > 0) {
      event.preventDefault()
      remove(at)
    }
  }
  return (
    <Form
      submit={isPoll ? t.addPoll : t.addTodoList}
      isDisabled={isMissing || hasColon}
      close={close}
      run={async () => onDone(textOfWidget(kind, { title: title.value, items: items.value }))}
    >
      <label class="field">
        <span class="label">{isPoll ? t.pollQuestion : t.todoTitle}</span>
        <input
          type="text"
          dir="auto"
          ref={first}
          maxLength={longest}
          value={title.value}
          onInput={(event) => (title.value = event.currentTarget.value)}
          onKeyDown={(event) => onEnter(event, () => focusOn(0))}
        />
      </label>
      <fieldset>
        <legend>{isPoll ? t.pollOptions : t.tasks}</legend>
        <ol class="widget-items" ref={list}>
          {items.value.map((one, at) => (
            <li key={at}>
              <input
                type="text"
                class="item-name"
                dir="auto"
                maxLength={longest}
                aria-label={isPoll ? t.pollOption(at + 1) : t.task(at + 1)}
                aria-invalid={!isPoll && one.name.includes(':')}
                value={one.name}
                onInput={(event) => change(at, { name: event.currentTarget.value })}
                onKeyDown={(event) => onKeyDown(event, at)}
              />
              {!isPoll && (
                <input
                  type="text"
                  dir="auto"
                  maxLength={longest}
                  aria-label={t.taskDescription(at + 1)}
                  placeholder={t.description}
                  value={one.description}
                  onInput={(event) => change(at, { description: event.currentTarget.value })}
                  onKeyDown={(event) => onEnter(event, () => focusOn(at + 1))}
                />
              )}
              <IconButton
                label={isPoll ? t.withoutOption(at + 1) : t.withoutTask(at + 1)}
                run={() => remove(at)}
                disabled={at === items.value.length - 1}
              >
                <Icon name="close" size={14} />
              </IconButton>
            </li>
          ))}
        </ol>
      </fieldset>
      {hasColon && (
        <p class="problem" role="alert">
          {t.noColon}
        </p>
      )}
    </Form>
  )
}
