import { getApplications } from '../../../src/features/sign-in/accounts/applications/api.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Count } from '../../parts/count.tsx'
import { a } from '../../texts/applications.ts'
import { api } from '../../transport/api.ts'

/** How many applications are waiting for moderators. */
export function ApplicationCount() {
  const { value } = useLoaded(() => api.call(getApplications, { limit: 1 }), { types: ['application'] })
  const count = value?.total ?? 0
  return <Count count={count} words={a.waiting(count)} />
}
