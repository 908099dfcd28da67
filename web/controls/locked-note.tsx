import { Drawing, shapes } from '../parts/icon.tsx'

export const LockedNote = ({ locked }: { locked: string | undefined }) =>
  locked === undefined ? null : (
    <p class="setting-locked soft small">
      <Drawing strokes={shapes.lock} size={14} /> {locked}
    </p>
  )
