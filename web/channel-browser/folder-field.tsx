import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { createChannelFolder, maxChannelFolderNameLength } from '../../src/features/channels/channels/folders/api.ts'
import { isAdministering } from '../permissions/rights.ts'
import { folders } from '../store/folders.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

/** An existing folder, none, or the name of one to create. */
export type FolderChoice = { readonly id: number | null } | { readonly name: string }

/** The ID of the chosen folder, which is created first if it's new. */
export async function idOfChoice(choice: Signal<FolderChoice>): Promise<number | null> {
  const { value } = choice
  if ('id' in value) return value.id
  const { channel_folder_id } = await api.call(createChannelFolder, { name: value.name.trim() })
  // another attempt must not create it again
  choice.value = { id: channel_folder_id }
  return channel_folder_id
}

const newFolder = 'new'

export function FolderField({ choice, isTried }: { choice: Signal<FolderChoice>; isTried: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const isAsked = useSignal(false)
  useEffect(() => {
    if (isAsked.value) field.current?.focus()
  }, [isAsked.value])
  const { value } = choice
  const isMissing = isTried && 'name' in value && value.name.trim() === ''
  if (folders.value.length === 0 && !isAdministering()) return null
  return (
    <>
      <label class="field">
        <span class="label">{p.folder}</span>
        <select
          value={'id' in value ? String(value.id ?? '') : newFolder}
          onChange={({ currentTarget: { value: chosen } }) => {
            isAsked.value = chosen === newFolder
            choice.value = chosen === newFolder ? { name: '' } : { id: chosen === '' ? null : Number(chosen) }
          }}
        >
          <option value="">{p.noFolder}</option>
          {folders.value.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
          {isAdministering() && <option value={newFolder}>{p.makeFolder}</option>}
        </select>
      </label>
      {'name' in value && (
        <label class="field">
          <span class="label">{p.newFolder}</span>
          <input
            ref={field}
            type="text"
            dir="auto"
            autocomplete="off"
            required
            maxLength={maxChannelFolderNameLength}
            value={value.name}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? 'folder-problem' : undefined}
            onInput={({ currentTarget }) => (choice.value = { name: currentTarget.value })}
          />
          {isMissing && (
            <span class="problem" id="folder-problem" role="alert">
              {p.nameNeeded}
            </span>
          )}
        </label>
      )}
    </>
  )
}
