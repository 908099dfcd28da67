import { PeopleField } from '../../channel-browser/people-field.tsx'
import { person } from '../../store/people.ts'
import { a } from '../../texts/automations.ts'
import { Field } from './field.tsx'
import { GroupField } from './group-field.tsx'
import { noGroup } from './steps.ts'

interface PeopleProps {
  readonly label: string
  readonly chosen: readonly number[]
  choose(ids: number[]): void
}

export const People = ({ label, chosen, choose }: PeopleProps) => (
  <PeopleField
    label={label}
    chosen={{
      get value() {
        return chosen
      },
      set value(ids) {
        choose([...ids])
      },
    }}
    isOffered={(id) => person(id)?.is_active === true}
  />
)

interface Answerers {
  readonly user_ids: number[] | null
  readonly group_id: number | null
}

interface Props {
  readonly label: string
  /** Shown if everyone can answer. */
  readonly help?: string
  readonly answerers: Answerers
  change(answerers: Answerers): void
}

/** Who can answer in a topic: people, a group, or everyone. */
export function AnswererFields({ label, help, answerers: { user_ids, group_id }, change }: Props) {
  const kind = user_ids !== null ? 'people' : group_id !== null ? 'group' : 'anyone'
  return (
    <>
      <Field label={label} {...(kind === 'anyone' && help !== undefined ? { help } : {})}>
        {(attributes) => (
          <select
            {...attributes}
            value={kind}
            onChange={({ currentTarget: { value } }) =>
              change({ user_ids: value === 'people' ? [] : null, group_id: value === 'group' ? noGroup : null })
            }
          >
            <option value="people">{a.approverKinds.people}</option>
            <option value="group">{a.approverKinds.group}</option>
            <option value="anyone">{a.approverKinds.anyone}</option>
          </select>
        )}
      </Field>
      {user_ids !== null && (
        <People
          label={a.approverKinds.people}
          chosen={user_ids}
          choose={(ids) => change({ user_ids: ids, group_id: null })}
        />
      )}
      {group_id !== null && <GroupField chosen={group_id} choose={(id) => change({ user_ids: null, group_id: id })} />}
    </>
  )
}
