import { useSignal } from '@preact/signals'
import { askApplicant } from '../../../src/features/sign-in/accounts/applications/api.ts'
import { maxFollowUpLength, maxFollowUps } from '../../../src/features/sign-in/accounts/applications/limits.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { toast } from '../../parts/toast.ts'
import { a } from '../../texts/applications.ts'
import { api } from '../../transport/api.ts'

interface Applicant {
  readonly id: number
  readonly full_name: string
}

/** Asks an applicant a question by email. */
export function openQuestion(applicant: Applicant, reload: () => Promise<void>): void {
  void openDialog({ title: a.askTitle }, (close) => <Question {...{ applicant, reload, close }} />)
}

interface Props {
  readonly applicant: Applicant
  reload(): Promise<void>
  close(): void
}

function Question({ applicant: { id, full_name }, reload, close }: Props) {
  const question = useSignal('')
  const send = async () => {
    await api.call(askApplicant, { application_id: id, question: question.value }).finally(reload)
    toast(a.asked(full_name))
  }
  return (
    <Form submit={a.askSubmit} isDisabled={question.value.trim() === ''} close={close} run={send}>
      <TextArea
        label={a.question}
        text={question}
        maxLength={maxFollowUpLength}
        rows={3}
        help={a.questionMore(full_name, maxFollowUps)}
      />
    </Form>
  )
}
