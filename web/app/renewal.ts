import { computed } from '@preact/signals'
import { servedBuild } from '../transport/api.ts'

const ownBuild = document.documentElement.dataset.build

/** True if the server serves another build of the client than the one running here. */
export const isOutdated = computed(
  () => ownBuild !== undefined && servedBuild.value !== undefined && servedBuild.value !== ownBuild,
)
