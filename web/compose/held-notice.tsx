import { signal } from '@preact/signals'
import type { Target } from '../narrow/target.ts'
import { heldIn } from '../store/held-messages.ts'

interface Props {
  readonly target: Target
  onWithdrawn(text: string): void
}

const list = signal<typeof import('./held-list.tsx') | undefined>(undefined)

const load = async () => {
  list.value = await import('./held-list.tsx')
}

/** The user's held messages in the channel. Loaded on demand, because most people never have any. */
export function HeldNotice({ target, onWithdrawn }: Props) {
  const held = target.kind === 'topic' && target.channelId !== undefined ? heldIn(target.channelId) : []
  if (held.length > 0 && !list.value) load().catch(() => {})
  const List = list.value?.HeldList
  return (
    <div class="banners" role="status">
      {held.length > 0 && List && <List held={held} onWithdrawn={onWithdrawn} />}
    </div>
  )
}
