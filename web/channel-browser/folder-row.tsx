import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import {
  type ChannelFolder,
  maxChannelFolderDescriptionLength,
  maxChannelFolderNameLength,
  updateChannelFolder,
} from '../../src/features/channels/channels/folders/api.ts'
import { useFittedField } from '../parts/fitted-field.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { isComposing } from '../parts/is-composing.ts'
import { reasonOf } from '../parts/refusal.ts'
import { channels } from '../store/channels.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

interface Props {
  readonly folder: ChannelFolder
  readonly isFirst: boolean
  readonly isLast: boolean
  move(by: number): void
  onRemoved(): void
  onDragStart(event: DragEvent): void
  onDragOver(event: DragEvent): void
  onDrop(event: DragEvent): void
}

export function FolderRow({ folder, isFirst, isLast, move, onRemoved, ...drag }: Props) {
  const { id, name, description } = folder
  const problem = useSignal('')
  const change = async (what: { name?: string; description?: string; is_archived?: true }): Promise<boolean> => {
    problem.value = ''
    try {
      await api.call(updateChannelFolder, { channel_folder_id: id, ...what })
      return true
    } catch (refusal) {
      problem.value = reasonOf(refusal)
      return false
    }
  }
  const nameField = useKept<HTMLInputElement>(name, async (wanted) => wanted !== '' && change({ name: wanted }))
  const descriptionField = useKept<HTMLTextAreaElement>(description, (wanted) => change({ description: wanted }))
  useFittedField(descriptionField.ref, { text: description })
  return (
    <li
      data-folder={id}
      draggable
      {...drag}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        move(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <input
        {...nameField}
        type="text"
        dir="auto"
        aria-label={p.nameOfFolder(name)}
        maxLength={maxChannelFolderNameLength}
      />
      <span class="soft small">{p.channelCount(countIn(id))}</span>
      <button
        type="button"
        class="icon-button turned"
        aria-label={p.moveUp(name)}
        disabled={isFirst}
        onClick={() => move(-1)}
      >
        <Icon name="down" />
      </button>
      <IconButton label={p.moveDown(name)} run={() => move(1)} disabled={isLast}>
        <Icon name="down" />
      </IconButton>
      <IconButton
        label={p.deleteFolder(name)}
        run={() => void change({ is_archived: true }).then((isDone) => isDone && onRemoved())}
      >
        <Icon name="trash" />
      </IconButton>
      <textarea
        {...descriptionField}
        rows={1}
        dir="auto"
        aria-label={p.descriptionOfFolder(name)}
        placeholder={p.folderDescription}
        maxLength={maxChannelFolderDescriptionLength}
      />
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </li>
  )
}

/** Saves on blur or Enter; Escape or an error restores the value. Shows others' changes unless it's focused. */
function useKept<T extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  save: (wanted: string) => Promise<boolean>,
) {
  const field = useRef<T>(null)
  useLayoutEffect(() => {
    const { current } = field
    if (current && current !== document.activeElement) current.value = value
  }, [value])
  return {
    ref: field,
    defaultValue: value,
    onKeyDown: (event: KeyboardEvent & { currentTarget: T }) => {
      const here = event.currentTarget
      if (isComposing(event)) return
      if (event.key === 'Enter') {
        event.preventDefault()
        here.blur()
      } else if (event.key === 'Escape' && !isComposing(event) && here.value !== value) {
        event.preventDefault()
        event.stopPropagation()
        here.value = value
      }
    },
    onBlur: ({ currentTarget: here }: FocusEvent & { currentTarget: T }) => {
      const wanted = here.value.trim()
      if (wanted === value) return
      void save(wanted).then((isDone) => {
        if (!isDone) here.value = value
      })
    },
  }
}

const countIn = (folderId: number): number =>
  [...channels.value.values()].filter(({ folder_id, is_archived }) => folder_id === folderId && !is_archived).length
