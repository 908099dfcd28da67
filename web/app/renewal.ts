import { computed } from '@preact/signals'
import { servedBuild } from '../transport/api.ts'

const ownBuild = document.documentElement.dataset.build

/** The server has another build of this client than the one that runs here. */
export const isOutdated = computed(
  () => ownBuild !== undefined && servedBuild.value !== undefined && servedBuild.value !== ownBuild,
)
