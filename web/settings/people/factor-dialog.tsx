import { useMemo } from 'preact/hooks'
import type { UserId } from '#contract'
import { getSecondFactors, removeSecondFactor } from '../../../src/features/sign-in/second-factors/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { aboutEach, useBulk, withoutOneself } from './bulk.ts'
import { HowFar, namesOf } from './user-dialogs.tsx'

export function openFactorDialog(ids: readonly number[], after: () => void): void {
  void openDialog({ title: p.removeFactorTitle }, (close) => <FactorForm ids={ids} close={close} after={after} />)
}

interface FormProps {
  readonly ids: readonly number[]
  close(): void
  after(): void
}

function FactorForm({ ids: chosen, close, after }: FormProps) {
  const bulk = useBulk()
  const ids = useMemo(() => withoutOneself(chosen), [chosen])
  const run = async () => {
    const having = new Set<number>((await api.call(getSecondFactors, {})).user_ids)
    const theirs = ids.filter((id) => having.has(id))
    await aboutEach(theirs, bulk, (id) => api.call(removeSecondFactor, { user_id: id as UserId })).finally(after)
    toast(p.factorRemoved(theirs.length))
  }
  return (
    <Form submit={p.removeFactor.replace(/ ?…$/, '')} isDanger close={close} run={run}>
      <p dir="auto">
        <b>{namesOf(ids)}</b>
      </p>
      {ids.length < chosen.length && <p class="soft small">{p.withoutYou}</p>}
      <p>{p.removeFactorWhat}</p>
      <HowFar bulk={bulk} />
    </Form>
  )
}
