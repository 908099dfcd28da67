import { Drawing, shapes } from '../parts/icon.tsx'

/** Above what one can read and not change: who can. */
export const LockedNote = ({ locked }: { locked: string | undefined }) =>
  locked === undefined ? null : (
    <p class="setting-locked soft small">
      <Drawing strokes={shapes.lock} size={14} /> {locked}
    </p>
  )
