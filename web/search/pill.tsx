import type { Term } from '../narrow/narrow.ts'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/finding.ts'
import { termText } from './term-text.ts'

interface Props {
  readonly term: Term
  /** Undefined if it can't be typed. */
  readonly onEdit: (() => void) | undefined
  readonly onRemove: () => void
  readonly onLeave: (to: 1 | -1) => void
}

/** A filter of the search: Enter edits it, Backspace and Delete remove it. */
export const Pill = ({ term, onEdit, onRemove, onLeave }: Props) => {
  const text = termText(term)
  return (
    <span class="search-pill">
      <button
        type="button"
        class="search-pill-text"
        aria-label={onEdit ? t.editCondition(text) : t.removeCondition(text)}
        aria-keyshortcuts="Delete"
        onClick={onEdit ?? onRemove}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' || event.key === 'Delete') onRemove()
          else if (event.key === 'ArrowLeft') onLeave(-1)
          else if (event.key === 'ArrowRight') onLeave(1)
          else return
          event.preventDefault()
        }}
      >
        <span dir="auto">{text}</span>
      </button>
      <button
        type="button"
        class="search-pill-remove"
        tabIndex={-1}
        aria-label={t.removeCondition(text)}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}
