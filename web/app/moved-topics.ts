import { changeTarget, chosen, moveDesk } from '../compose/target.ts'
import { moveFeed } from '../feed/place.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { targetKey } from '../narrow/target.ts'
import { onEvents } from '../store/connection.ts'
import { movedTopic } from '../store/moved-topics.ts'
import { goTo, isHere } from './route.ts'

/** To be called once: who has a topic open stays with it when all of it goes elsewhere, with what one is writing there. */
export function followMovedTopics(): void {
  onEvents((events) => {
    for (const moved of events.map(movedTopic)) {
      if (!moved) continue
      const to = chosen.peek()
      if (to && targetKey(to) === targetKey(moved.from)) changeTarget(moved.to)
      if (!isHere(narrowOf(moved.from))) continue
      moveDesk(moved.to)
      moveFeed(narrowOf(moved.from), narrowOf(moved.to))
      goTo({ view: 'narrow', narrow: narrowOf(moved.to) }, { replace: true })
    }
  })
}
