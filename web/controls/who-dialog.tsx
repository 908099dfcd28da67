import './directory-rows.css'
import { useComputed } from '@preact/signals'
import { openDialog } from '../parts/dialog.tsx'
import { holdersOf } from '../permissions/holders.ts'
import { pathsOf } from '../permissions/paths.ts'
import { becauseOfPath } from '../permissions/sentences.ts'
import type { PermissionRules, PermissionValue } from '../permissions/value.ts'
import { groupsById } from '../store/groups.ts'
import { t } from '../texts/permissions.ts'
import { MemberList } from './member-list.tsx'

interface DialogOptions {
  readonly label: string
  readonly value: PermissionValue
  readonly rules: PermissionRules
}

/** Shows everyone who holds a permission, and through which groups. */
export function openWho(asked: DialogOptions): void {
  void openDialog({ title: asked.label, class: 'who-dialog' }, () => <Who {...asked} />)
}

function Who({ value, rules }: DialogOptions) {
  const people = useComputed(() => [...holdersOf(value, rules)])
  const paths = useComputed(() => pathsOf(value, groupsById.value).people)
  return (
    <div class="dialog-body scrolls directory-rows">
      {people.value.length === 0 ? (
        <p>{t.noOneAtAll}</p>
      ) : (
        <MemberList people={people} detail={(id) => becauseOfPath(paths.value.get(id) ?? [], id)} />
      )}
    </div>
  )
}
