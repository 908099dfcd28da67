import type { UserId } from '#contract'
import { reactivateUser } from '../../../src/features/people/users/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { aboutEach, useBulk } from './bulk.ts'
import { HowFar, namesOf } from './user-dialogs.tsx'

export function openBringBackDialog(ids: readonly number[], after: () => void): void {
  void openDialog({ title: p.bringBackTitle }, (close) => <BringBackForm ids={ids} close={close} after={after} />)
}

interface FormProps {
  readonly ids: readonly number[]
  close(): void
  after(): void
}

function BringBackForm({ ids, close, after }: FormProps) {
  const bulk = useBulk()
  const run = async () => {
    const who = namesOf(ids)
    await aboutEach(ids, bulk, (id) => api.call(reactivateUser, { user_id: id as UserId })).finally(after)
    toast(p.broughtBackMany(who))
  }
  return (
    <Form submit={p.bringBackSubmit(ids.length)} close={close} run={run}>
      <p dir="auto">{namesOf(ids)}</p>
      <p>{p.bringBackWhat}</p>
      <HowFar bulk={bulk} />
    </Form>
  )
}
