import type { Target } from '../narrow/target.ts'
import { later } from '../parts/later.tsx'
import { heldIn } from '../store/held-messages.ts'

interface Props {
  readonly target: Target
  onWithdrawn(text: string): void
}

const HeldList = later(() => import('./held-list.tsx').then((views) => views.HeldList), null)

/** The user's held messages in the channel. Loaded on demand, because most people never have any. */
export function HeldNotice({ target, onWithdrawn }: Props) {
  const held = target.kind === 'topic' && target.channelId !== undefined ? heldIn(target.channelId) : []
  return (
    <div class="banners" role="status">
      {held.length > 0 && <HeldList held={held} onWithdrawn={onWithdrawn} />}
    </div>
  )
}
