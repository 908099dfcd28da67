import { getModmail } from '../../../src/features/messages/modmail/api.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Count } from '../../parts/count.tsx'
import { m } from '../../texts/modmail.ts'
import { api } from '../../transport/api.ts'

/** How many conversations are waiting for a reply from moderators. */
export function ModmailCount() {
  const { value } = useLoaded(() => api.call(getModmail, { limit: 1 }), { types: ['modmail'] })
  const count = value?.waiting ?? 0
  return <Count count={count} words={m.waiting(count)} />
}
