import { effect } from '@preact/signals'
import { beginNotifications } from '../notifications/begin.ts'
import { whenIdle } from '../parts/idle.ts'
import { watchDrags } from '../sidebar/drags.ts'
import { watchEntryKeys } from '../sidebar/entry-keys.ts'
import { isIncomplete, wantEverybody } from '../store/people.ts'
import { watchArrivals } from './arrivals.ts'
import { closeSidebars } from './closing.ts'
import { readOutWhatComes } from './hearing.ts'
import { watchPlaces } from './place-menus.ts'
import { watchSwipes } from './swipes.ts'
import { keepClient } from './worker.ts'

/** To be called once: what listens to somebody who has just seen the page for the first time. */
export function begin(): void {
  watchPlaces()
  watchSwipes()
  watchEntryKeys()
  watchDrags()
  closeSidebars()
  void keepClient()
  watchArrivals()
  // also when the session begins anew
  effect(() => {
    if (isIncomplete.value) whenIdle(wantEverybody)
  })
  beginNotifications()
  readOutWhatComes()
  // for tests: whoever presses something now is heard
  performance.mark('listens')
}
