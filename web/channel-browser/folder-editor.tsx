import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import {
  createChannelFolder,
  maxChannelFolderNameLength,
  reorderChannelFolders,
} from '../../src/features/channels/channels/folders/api.ts'
import { openDialog } from '../parts/dialog.tsx'
import { reasonOf } from '../parts/refusal.ts'
import { everyFolder, folders } from '../store/folders.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { FolderRow } from './folder-row.tsx'

export function openFolders(): void {
  void openDialog({ title: p.folders }, () => <Folders />)
}

/** All folder IDs after moving one by `by` places among the visible ones. */
function moved(id: number, by: number): number[] {
  const shown = folders.value.map((one) => one.id)
  const from = shown.indexOf(id)
  const to = Math.max(0, Math.min(shown.length - 1, from + by))
  shown.splice(to, 0, ...shown.splice(from, 1))
  return [...shown, ...everyFolder.value.filter(({ is_archived }) => is_archived).map((one) => one.id)]
}

export function Folders() {
  const name = useSignal('')
  const problem = useSignal('')
  const list = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const dragged = useSignal<number | undefined>(undefined)
  const attempt = async (doing: () => Promise<unknown>): Promise<boolean> => {
    problem.value = ''
    try {
      await doing()
      return true
    } catch (refusal) {
      problem.value = reasonOf(refusal)
      return false
    }
  }
  const move = (id: number, by: number) =>
    void attempt(() => api.call(reorderChannelFolders, { order: moved(id, by) })).then(() =>
      // the row may have been rendered again
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-folder="${id}"] input`)?.focus()),
    )
  const make = async () => {
    const wanted = name.value.trim()
    if (wanted === '') return
    if (await attempt(() => api.call(createChannelFolder, { name: wanted }))) name.value = ''
  }
  const drop = (onto: number) => {
    const id = dragged.value
    dragged.value = undefined
    if (id === undefined || id === onto) return
    const ids = folders.value.map((one) => one.id)
    move(id, ids.indexOf(onto) - ids.indexOf(id))
  }
  return (
    <div class="dialog-body">
      <p class="soft small">{p.foldersMore}</p>
      <ol class="folders" ref={list}>
        {folders.value.map((one, index) => (
          <FolderRow
            key={one.id}
            folder={one}
            isFirst={index === 0}
            isLast={index === folders.value.length - 1}
            move={(by) => move(one.id, by)}
            onRemoved={() => field.current?.focus()}
            onDragStart={(event) => {
              dragged.value = one.id
              event.dataTransfer?.setData('text/plain', one.name)
            }}
            onDragOver={(event) => dragged.value !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              drop(one.id)
            }}
          />
        ))}
      </ol>
      {folders.value.length === 0 && <p class="soft">{p.noFolders}</p>}
      <form
        class="new-folder"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <input
          ref={field}
          type="text"
          dir="auto"
          aria-label={p.newFolder}
          placeholder={p.newFolder}
          maxLength={maxChannelFolderNameLength}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={name.value.trim() === ''}>
          {p.create}
        </button>
      </form>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  )
}
