import { isUsable } from './organization/own-rank.ts'
import { everyPlaced } from './organization/table.ts'
import { unusableUserSettings } from './own/usable-places.ts'

/** Settings that aren't shown because this server lacks the feature. */
export const unusableSettings = (): ReadonlySet<string> =>
  new Set<string>([
    ...unusableUserSettings(),
    ...everyPlaced()
      .filter((one) => !isUsable(one))
      .map(({ name }) => name),
  ])
