import { placeName } from '../entities/place.tsx'
import { narrowOf } from '../narrow/narrow.ts'
import { targetKey } from '../narrow/target.ts'
import { moveFeed } from '../navigation/feed-key.ts'
import { goTo, isHere } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { onEvents } from '../store/connection.ts'
import { movedTopic } from '../store/moved-topics.ts'
import { follow, type Outcome, redirect } from '../store/redirected.ts'
import { t } from '../texts/writing.ts'
import { changeTarget, chosen, moveComposeBox } from './target.ts'

type Moved = NonNullable<ReturnType<typeof movedTopic>>

const outcome: Outcome = {
  onRedirected: (to) => toast(t.topicMovedOnTheWay(placeName(to))),
  onLeftBehind({ id, stream_id, subject }, to) {
    const place = { kind: 'topic', channelId: stream_id as number, topic: subject } as const
    toast(t.leftBehind(placeName(place), placeName(to)), {
      label: t.goThere,
      run: () => goTo({ view: 'narrow', narrow: narrowOf(place), near: id }),
    })
  },
}

/** Call once. When an entire open topic moves, follows it and takes the compose box along. */
export function followMovedTopics(): void {
  onEvents((events) => {
    const earlier: Moved[] = []
    for (const event of events) {
      void follow(event, earlier, outcome)
      const moved = movedTopic(event)
      if (!moved) continue
      earlier.push(moved)
      redirect(moved, outcome)
      const to = chosen.peek()
      if (to && targetKey(to) === targetKey(moved.from)) changeTarget(moved.to)
      if (!isHere(narrowOf(moved.from))) continue
      moveComposeBox(moved.to)
      moveFeed(narrowOf(moved.from), narrowOf(moved.to))
      goTo({ view: 'narrow', narrow: narrowOf(moved.to) }, { replace: true })
    }
  })
}
