import { useSignal } from '@preact/signals'
import { reportMessage } from '../../src/features/messages/messages/api/report.ts'
import { maxReportDescriptionLength } from '../../src/features/messages/messages/limits.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { a } from '../texts/actions.ts'
import { reportKinds } from '../texts/report-kinds.ts'
import { api } from '../transport/api.ts'

const types = part<{ key: string; name: string }[]>('server_report_message_types')

export function openReport({ id }: Message): void {
  const row = rowOf(id)?.closest('.row')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const articleBeside = () => beside?.querySelector<HTMLElement>('article') ?? null
  if (row)
    onRemoval(row, () => document.activeElement === document.body && articleBeside()?.focus({ preventScroll: true }))
  void openDialog({ title: a.reportTitle, returnTo: () => rowOf(id) ?? articleBeside() }, (close) => (
    <Reporting id={id} close={close} />
  ))
}

/** The report may hide the message after the dialog has returned the focus to it. */
function onRemoval(row: Element, act: () => void): void {
  const removals = new MutationObserver(() => {
    if (row.isConnected) return
    removals.disconnect()
    act()
  })
  if (row.parentElement) removals.observe(row.parentElement, { childList: true })
}

function Reporting({ id, close }: { id: number; close: () => void }) {
  const type = useSignal(types.value?.[0]?.key ?? 'other')
  const description = useSignal('')
  const needsDescription = type.value === 'other'
  const report = async () => {
    await api.call(reportMessage, {
      message_id: id,
      report_type: type.value as 'other',
      description: description.value,
    })
    toast(a.reported)
  }
  return (
    <Form
      submit={a.reportIt}
      close={close}
      run={report}
      isDisabled={needsDescription && description.value.trim() === ''}
    >
      <p>{a.reportMore}</p>
      <fieldset>
        <legend>{a.reportWhy}</legend>
        {(types.value ?? []).map(({ key, name }) => (
          <label class="pick" key={key}>
            <input type="radio" name="why" checked={type.value === key} onChange={() => (type.value = key)} />
            <span>{reportKinds[key] ?? name}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={needsDescription ? a.reportDetails : a.reportDescription}
        text={description}
        maxLength={maxReportDescriptionLength}
        rows={3}
        {...(needsDescription ? { help: a.reportOtherMore } : {})}
      />
    </Form>
  )
}
