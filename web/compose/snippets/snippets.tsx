import { isComposing } from '../../parts/is-composing.ts'
import './snippets.css'
import { useComputed, useSignal } from '@preact/signals'
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  type SavedSnippet,
} from '../../../src/features/text/saved-snippets/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { IconButton } from '../../parts/icon-button.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { part } from '../../store/connection.ts'
import { nameOrder } from '../../texts/locale.ts'
import { t } from '../../texts/writing.ts'
import { api } from '../../transport/api.ts'
import type { ComposeState } from '../compose-state.ts'
import { ToolIcon } from '../tool-icon.tsx'
import { SearchIndex } from '../typeahead/search.ts'
import { SnippetForm } from './snippet-form.tsx'

const snippets = part<SavedSnippet[]>('saved_snippets')

export function openSnippets(composeState: ComposeState): void {
  let chosen: string | undefined
  const { selection } = composeState
  void openDialog({ title: t.snippets, returnTo: () => composeState.field }, (close) => (
    <Snippets
      written={composeState.text.peek()}
      onInsert={(content) => {
        chosen = content
        close()
      }}
    />
  )).then(() => chosen !== undefined && composeState.insert(chosen, selection))
}

interface Props {
  readonly written: string
  readonly onInsert: (content: string) => void
}

const Snippets = ({ written, onInsert }: Props) => {
  const first = useFirstFocus<HTMLInputElement>()
  const query = useSignal('')
  const editing = useSignal<number | 'new' | undefined>(undefined)
  const index = useComputed(() => new SearchIndex(snippets.value ?? [], ({ title }) => title))
  const shown = useComputed(() => {
    const all =
      query.value.trim() === '' ? (snippets.value ?? []) : index.value.find(query.value).map(({ item }) => item)
    return [...all].sort((a, b) => nameOrder.compare(a.title, b.title))
  })
  const gone = useSignal<{ title: string; content: string } | undefined>(undefined)
  const problem = useSignal('')
  const close = () => {
    editing.value = undefined
  }
  /** Deletes without asking; the dialog then offers to undo. */
  const remove = async ({ id, title, content }: SavedSnippet) => {
    problem.value = ''
    try {
      await api.call(deleteSavedSnippet, { saved_snippet_id: id })
      gone.value = { title, content }
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  const keepAgain = async (one: { title: string; content: string }) => {
    try {
      await api.call(createSavedSnippet, one)
      gone.value = undefined
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  if (editing.value === 'new')
    return (
      <SnippetForm
        title=""
        content={written}
        close={close}
        onSave={(title, content) => api.call(createSavedSnippet, { title, content })}
      />
    )
  return (
    <div class="dialog-body snippets">
      <div class="snippets-head">
        <input
          type="search"
          ref={first}
          aria-label={t.filterSnippets}
          placeholder={t.filterSnippets}
          value={query.value}
          maxLength={60}
          onInput={(event) => (query.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            const [top] = shown.value
            // the browser's default only clears the field
            if (event.key === 'Escape') {
              event.preventDefault()
              event.currentTarget.closest('dialog')?.close()
            } else if (event.key === 'Enter' && top) {
              event.preventDefault()
              onInsert(top.content)
            } else if (event.key === 'ArrowDown') {
              event.preventDefault()
              document.querySelector<HTMLElement>('.snippet-open')?.focus()
            }
          }}
        />
        <button type="button" class="button" onClick={() => (editing.value = 'new')}>
          {t.newSnippet}
        </button>
      </div>
      <p role="status" class="soft">
        {gone.value && (
          <>
            <span>{t.snippetDeleted(gone.value.title)}</span>{' '}
            <button type="button" class="plain" onClick={() => gone.value && void keepAgain(gone.value)}>
              {t.undo}
            </button>
          </>
        )}
      </p>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {shown.value.length === 0 && (
        <p class="soft">{(snippets.value ?? []).length === 0 ? t.noSnippets : t.noSnippetFound}</p>
      )}
      <ul class="snippet-list" aria-label={t.snippets}>
        {shown.value.map((one) =>
          editing.value === one.id ? (
            <li key={one.id} class="edited">
              <SnippetForm
                {...one}
                close={close}
                onSave={(title, content) => api.call(editSavedSnippet, { saved_snippet_id: one.id, title, content })}
              />
            </li>
          ) : (
            <Row
              key={one.id}
              one={one}
              onInsert={() => onInsert(one.content)}
              onRemove={() => void remove(one)}
              onEdit={() => {
                editing.value = one.id
              }}
            />
          ),
        )}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly one: SavedSnippet
  readonly onInsert: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const Row = ({ one: { title, content }, onInsert, onEdit, onRemove }: RowProps) => (
  <li>
    <button
      type="button"
      class="snippet-open"
      onClick={onInsert}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        const all = [...document.querySelectorAll<HTMLElement>('.snippets-head input, .snippet-open')]
        all[all.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
      }}
    >
      <span class="visually-hidden">{t.insert}</span>{' '}
      <span class="snippet-title" dir="auto">
        {title}
      </span>{' '}
      <span class="snippet-text soft" dir="auto">
        {content}
      </span>
    </button>
    <IconButton label={t.editSnippet(title)} run={onEdit}>
      <ToolIcon name="pencil" />
    </IconButton>
    <IconButton label={t.deleteSnippet(title)} run={onRemove}>
      <ToolIcon name="trash" />
    </IconButton>
  </li>
)
