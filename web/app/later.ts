import { watchDrags } from '../sidebar/drags.ts'
import { watchEntryKeys } from '../sidebar/entry-keys.ts'
import { closeSidebars } from './closing.ts'
import { watchPlaces } from './place-menus.ts'
import { watchSwipes } from './swipes.ts'

/** To be called once: what listens to somebody who has just seen the page for the first time. */
export function begin(): void {
  watchPlaces()
  watchSwipes()
  watchEntryKeys()
  watchDrags()
  closeSidebars()
  // for tests: whoever presses something now is heard
  performance.mark('listens')
}
