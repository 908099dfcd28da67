import './pins.css'
import { useSignal } from '@preact/signals'
import { plainText } from '../content/plain-text.ts'
import { conversationOf, type Narrow, narrowKey, narrowOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { p } from '../texts/pins.ts'
import { PinnedList, usePinned } from './pinned.tsx'

export function Strip() {
  const conversation = narrow.value && conversationOf(narrow.value)
  if (!conversation) return null
  const place = narrowOf(conversation)
  return <PinnedIn key={narrowKey(place)} place={place} />
}

function PinnedIn({ place }: { place: Narrow }) {
  const found = usePinned(place).value ?? []
  const isOpen = useSignal(false)
  const newest = found.at(-1)
  if (!newest) return null
  return (
    <section class="pins" aria-label={p.pinnedMessages}>
      <button type="button" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
        <Icon name="pin" />
        <span>{p.pinned(found.length)}</span>
        {!isOpen.value && (
          <span class="newest" dir="auto">
            {plainText(newest)}
          </span>
        )}
      </button>
      {isOpen.value && <PinnedList messages={found} narrowOf={() => place} />}
    </section>
  )
}
