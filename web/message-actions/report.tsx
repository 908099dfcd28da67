import { useSignal } from '@preact/signals'
import { reportMessage } from '../../src/features/messages/messages/api/report.ts'
import { maxReportDescriptionLength } from '../../src/features/messages/messages/limits.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { a } from '../texts/actions.ts'
import { reportKinds } from '../texts/report-kinds.ts'
import { api } from '../transport/api.ts'

const types = part<{ key: string; name: string }[]>('server_report_message_types')

export function openReport({ id }: Message): void {
  void openDialog({ title: a.reportTitle, returnTo: () => rowOf(id) }, (close) => <Reporting id={id} close={close} />)
}

function Reporting({ id, close }: { id: number; close: () => void }) {
  const type = useSignal(types.value?.[0]?.key ?? 'other')
  const description = useSignal('')
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
      isDisabled={type.value === 'other' && description.value.trim() === ''}
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
      <label class="field">
        <span class="label">{a.reportDescription}</span>
        <textarea
          rows={3}
          dir="auto"
          maxLength={maxReportDescriptionLength}
          value={description.value}
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
      </label>
    </Form>
  )
}
