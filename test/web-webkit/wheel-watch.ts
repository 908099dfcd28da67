import type { Session } from './session.ts'

interface Watched {
  /** In pixels, one for each time that rows weren't where the wheel moved them. */
  readonly jumps: number[]
  /** How far the rows moved, in pixels. */
  readonly moved: number
  /** How many notches the page received. */
  readonly notches: number
  /** How many times older rows were drawn while the wheel was in motion. */
  readonly drawn: number
  /** For how many frames nothing has moved. */
  readonly rested: number
}

interface WatchingWindow {
  wheelWatch?: () => Watched
}

/** From now on, the page checks that rows move only with the wheel, and never further than it was turned. */
export const watchWheel = (session: Session): Promise<void> =>
  session.run(() => {
    const feed = document.querySelector<HTMLElement>('.feed')
    if (!feed) throw new Error('There is no feed')
    // an animation step is long on a busy machine, and the page may receive a notch after it starts
    const tolerance = 330
    const jumps: number[] = []
    let [asked, moved, notches, drawn, rested] = [0, 0, 0, 0, 0]
    feed.addEventListener(
      'wheel',
      ({ deltaY }) => {
        asked -= deltaY
        notches++
      },
      { passive: true },
    )
    // the text, because what is above it, such as a date, changes when older rows load
    const topOf = (row: Element) => (row.querySelector('.content') ?? row).getBoundingClientRect().top
    const firstRow = () => feed.querySelector('.row[data-id]')
    const rowsInView = () => {
      const { top, bottom } = feed.getBoundingClientRect()
      const rows = [...feed.querySelectorAll('.row[data-id]')].filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > top && box.top < bottom
      })
      return new Map(rows.map((row) => [row, topOf(row)]))
    }
    let [before, first] = [rowsInView(), firstRow()]
    /** How far rows have moved since the last call. */
    const step = (): number => {
      const by = [...before].filter(([row]) => row.isConnected).map(([row, top]) => topOf(row) - top)
      before = rowsInView()
      return by.sort((a, b) => a - b)[by.length >> 1] ?? -1_000_000
    }
    const jumped = (by: number) => {
      jumps.push(Math.round(by))
      asked = Math.max(asked, moved)
    }
    // where the wheel moved the rows, before the page draws anything in this frame
    document.addEventListener(
      'scroll',
      ({ target }) => {
        if (target !== feed) return
        const by = step()
        moved += by
        rested = 0
        if (by < -3 || moved - asked > tolerance) jumped(by)
      },
      { capture: true },
    )
    // just before the frame is painted, after the feed's corrections
    const probe = document.createElement('div')
    probe.style.cssText = 'position: fixed; inset: 0 auto auto 0; block-size: 1px; visibility: hidden'
    document.body.append(probe)
    const observer = new ResizeObserver(() => {
      const by = step()
      moved += by
      rested = by === 0 ? rested + 1 : 0
      if (by < -3 || by > tolerance) jumped(by)
      // scrolling ends at the first row, and correcting the position ends the animation
      asked = Math.min(asked, moved + Math.max(0, feed.scrollTop))
      if (firstRow() !== first) {
        if (asked > moved) drawn++
        asked = Math.min(asked, moved + tolerance)
      }
      first = firstRow()
    })
    observer.observe(probe)
    let isOdd = false
    const frame = () => {
      isOdd = !isOdd
      probe.style.inlineSize = isOdd ? '1px' : '2px'
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    const page = window as WatchingWindow
    page.wheelWatch = () => ({ jumps, moved: Math.round(moved), notches, drawn, rested })
  })

export const readWheelWatch = (session: Session): Promise<Watched> =>
  session.run(() => (window as WatchingWindow).wheelWatch?.() as Watched)
