import { deleteMessage } from '../../src/features/messages/messages/api/delete.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { rowOf } from '../content/active.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { a } from '../texts/actions.ts'
import { api } from '../transport/api.ts'
import { MessageHtml } from './message-html.tsx'

/** Asks for confirmation, because a deletion can't be undone. */
export function openDelete({ id, content }: Message): void {
  const row = rowOf(id)?.closest('.row')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const returnTo = () => rowOf(id) ?? beside?.querySelector<HTMLElement>('article') ?? null
  void openDialog({ title: a.deleteQuestion, returnTo }, (close) => (
    <Form submit={a.deleteIt} isDanger close={close} run={() => api.call(deleteMessage, { message_id: id })}>
      <p>{a.deleteMore}</p>
      <MessageHtml html={content} />
    </Form>
  ))
}
