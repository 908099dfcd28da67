import './directory-rows.css'
import { useComputed } from '@preact/signals'
import type { User } from '../../src/features/people/users/wire.ts'
import { openDialog } from '../parts/dialog.tsx'
import { allowedPeople, type Explain } from '../permissions/allowed.ts'
import { crowdText } from '../permissions/holders.ts'
import { reasonsOf } from '../permissions/sentences.ts'
import { person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'
import { MemberList } from './member-list.tsx'

interface DialogOptions {
  readonly label: string
  /** Called in a computed signal. */
  explain(): Explain
}

/** Shows everyone who can do something, and why. */
export function openWho(asked: DialogOptions): void {
  void openDialog({ title: asked.label, class: 'who-dialog' }, () => <Who {...asked} />)
}

const countOf = (shown: readonly User[]): string => {
  const bots = shown.filter(({ is_bot }) => is_bot).length
  return crowdText(shown.length - bots, bots)
}

function Who({ explain }: DialogOptions) {
  const verdicts = useComputed(() => allowedPeople(explain()))
  const people = useComputed(() => [...verdicts.value.keys()])
  const reason = (id: number) => {
    const verdict = verdicts.value.get(id)
    return verdict && reasonsOf(verdict, { id, role: person(id)?.role ?? 0 })
  }
  return (
    <div class="dialog-body scrolls directory-rows">
      {people.value.length === 0 ? (
        <p>{t.noOneAtAll}</p>
      ) : (
        <MemberList people={people} detail={reason} count={countOf} />
      )}
    </div>
  )
}
