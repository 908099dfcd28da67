import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import {
  createChannelFolder,
  maxChannelFolderNameLength,
  reorderChannelFolders,
  updateChannelFolder,
} from '../../src/areas/channel-folders/api.ts'
import { reasonOf } from '../message-actions/refusal.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { channels } from '../store/channels.ts'
import { everyFolder, folders } from '../store/folders.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

/** The folders of the organization: made, named, ordered and taken away. */
export function openFolders(): void {
  void openDialog({ title: p.folders }, () => <Folders />)
}

/** The ids of all folders after one of those that are shown has gone so many places down. */
function moved(id: number, by: number): number[] {
  const shown = folders.value.map((one) => one.id)
  const from = shown.indexOf(id)
  const to = Math.max(0, Math.min(shown.length - 1, from + by))
  shown.splice(to, 0, ...shown.splice(from, 1))
  return [...shown, ...everyFolder.value.filter(({ is_archived }) => is_archived).map((one) => one.id)]
}

function Folders() {
  const name = useSignal('')
  const problem = useSignal('')
  const list = useRef<HTMLOListElement>(null)
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
      // its row may have been drawn anew
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
        {folders.value.map(({ id, name }, index) => (
          <li
            key={id}
            data-folder={id}
            draggable
            onDragStart={(event) => {
              dragged.value = id
              event.dataTransfer?.setData('text/plain', name)
            }}
            onDragOver={(event) => dragged.value !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              drop(id)
            }}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(id, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <input
              type="text"
              dir="auto"
              aria-label={p.nameOfFolder(name)}
              maxLength={maxChannelFolderNameLength}
              defaultValue={name}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault()
                  event.currentTarget.blur()
                } else if (event.key === 'Escape' && event.currentTarget.value !== name) {
                  event.preventDefault()
                  event.stopPropagation()
                  event.currentTarget.value = name
                }
              }}
              onBlur={({ currentTarget: field }) => {
                const wanted = field.value.trim()
                if (wanted === name) return
                if (wanted === '') field.value = name
                else
                  void attempt(() => api.call(updateChannelFolder, { channel_folder_id: id, name: wanted })).then(
                    (isDone) => {
                      if (!isDone) field.value = name
                    },
                  )
              }}
            />
            <span class="soft small">{p.channelCount(countIn(id))}</span>
            <button
              type="button"
              class="icon-button turned"
              aria-label={p.moveUp(name)}
              disabled={index === 0}
              onClick={() => move(id, -1)}
            >
              <Icon name="down" />
            </button>
            <IconButton label={p.moveDown(name)} run={() => move(id, 1)} disabled={index === folders.value.length - 1}>
              <Icon name="down" />
            </IconButton>
            <IconButton
              label={p.deleteFolder(name)}
              run={() =>
                void attempt(() => api.call(updateChannelFolder, { channel_folder_id: id, is_archived: true }))
              }
            >
              <Icon name="trash" />
            </IconButton>
          </li>
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

const countIn = (folderId: number): number =>
  [...channels.value.values()].filter(({ folder_id, is_archived }) => folder_id === folderId && !is_archived).length
