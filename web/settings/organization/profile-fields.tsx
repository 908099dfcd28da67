import { deleteField, type ProfileField, reorderFields } from '../../../src/features/people/profile-fields/api.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { lockedFor } from './own-rank.ts'
import { openProfileFieldForm } from './profile-field-form.tsx'
import './organization.css'

const fields = part<readonly ProfileField[]>('custom_profile_fields')

export function ProfileFields() {
  const locked = lockedFor('administrator')
  const inOrder = [...(fields.value ?? [])].sort((a, b) => a.order - b.order)
  return (
    <>
      <p class="lead">{o.profileFieldsMore}</p>
      <LockedNote locked={locked} />
      {!locked && (
        <button type="button" class="button primary add" onClick={() => openProfileFieldForm()}>
          {o.addField}
        </button>
      )}
      <ListOf
        items={inOrder}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        label={o.profileFields}
        empty={o.noProfileFields}
        buttons={(field) =>
          !locked && (
            <>
              <IconButton label={o.edit(field.name)} run={() => openProfileFieldForm(field)}>
                <Icon name="pen" />
              </IconButton>
              <IconButton label={o.deleteNamed(field.name)} run={() => openDeleteField(field)}>
                <Icon name="trash" />
              </IconButton>
            </>
          )
        }
        arrange={locked ? undefined : (ids) => api.call(reorderFields, { order: ids as number[] })}
      >
        {(field) => (
          <>
            <span dir="auto">{field.name}</span>
            <span class="soft small" dir="auto">
              {factsOf(field).join(' · ')}
            </span>
          </>
        )}
      </ListOf>
    </>
  )
}

const factsOf = ({ type, hint, required, editable_by_user, display_in_profile_summary }: ProfileField): string[] =>
  [
    o.fieldTypes[type] ?? '',
    hint,
    required ? o.isRequired : '',
    display_in_profile_summary ? o.onCards : '',
    editable_by_user ? '' : o.byAdministrators,
  ].filter(Boolean)

const openDeleteField = ({ id, name }: ProfileField): void =>
  void openDialog({ title: o.deleteField(name) }, (close) => (
    <Form submit={o.deleteIt} isDanger close={close} run={() => api.call(deleteField, { field_id: id })}>
      <p>{o.deleteFieldMore}</p>
    </Form>
  ))
