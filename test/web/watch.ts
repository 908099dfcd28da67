import type { Page } from 'playwright-core'

/** What a page records about itself; see {@link watchPage}. */
export interface Notes {
  /** When each feed's first rows were painted, since the page was opened. */
  readonly painted: number[]
  /** Tasks of 50 ms and more: start and duration. */
  readonly long: { at: number; ms: number }[]
}

declare global {
  interface Window {
    notes: Notes
    /** Scrolls the feed a little each frame, and measures how much the text in the middle jumped. */
    scrollFeed(options: { by: number; frames: number }): Promise<Scrolled>
  }
}

interface Scrolled {
  /** Distance between where the middle text was and where scrolling should have moved it, when over 2 px. */
  readonly jumps: number[]
  /** Distance actually scrolled, in px. */
  readonly distance: number
  readonly frames: number[]
}

/** Call before the page is opened: it then records `window.notes`. */
export const watchPage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const notes: Notes = { painted: [], long: [] }
    window.notes = notes
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) notes.long.push({ at: startTime, ms: duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries())
        if (name === 'messages') requestAnimationFrame(() => setTimeout(() => notes.painted.push(performance.now())))
    }).observe({ type: 'mark', buffered: true })

    window.scrollFeed = ({ by, frames }) =>
      new Promise((resolve, reject) => {
        const feed = document.querySelector<HTMLElement>('.feed')
        if (!feed) throw new Error('There is no feed')
        const jumps: number[] = []
        const times: number[] = []
        let [distance, moved, left, last] = [0, 0, frames, performance.now()]
        let tracked: { text: Element; top: number } | undefined
        // measured just before painting, after the feed's own corrections: positions in between are never painted
        const probe = document.createElement('div')
        probe.style.cssText = 'position: fixed; inset: 0 auto auto 0; block-size: 1px; visibility: hidden'
        document.body.append(probe)
        const middle = () => {
          const { left: x, top, width, height } = feed.getBoundingClientRect()
          const found = document.elementFromPoint(x + width / 3, top + height / 2)?.closest('article, .row')
          return found && feed.contains(found) ? found : undefined
        }
        const observer = new ResizeObserver(() => {
          if (tracked?.text.isConnected) {
            const drift = tracked.text.getBoundingClientRect().top - tracked.top - moved
            if (Math.abs(drift) > 2) jumps.push(drift)
          }
          moved = 0
          const box = tracked?.text.isConnected ? tracked.text.getBoundingClientRect() : undefined
          const isInView = box && box.bottom > innerHeight * 0.3 && box.top < innerHeight * 0.7
          const next = isInView ? tracked?.text : middle()
          tracked = next && { text: next, top: next.getBoundingClientRect().top }
        })
        observer.observe(probe)
        const noFrame = () =>
          reject(new Error(`no frame for two minutes, ${left} of ${frames} to go; ${document.visibilityState}`))
        let waiting: ReturnType<typeof setTimeout>
        const nextFrame = () => {
          waiting = setTimeout(noFrame, 120_000)
          requestAnimationFrame(frame)
        }
        const frame = () => {
          clearTimeout(waiting)
          const now = performance.now()
          times.push(now - last)
          last = now
          if (left-- === 0) {
            observer.disconnect()
            probe.remove()
            resolve({ jumps, distance, frames: times.slice(1) })
            return
          }
          const before = feed.scrollTop
          feed.scrollTop += by
          moved += before - feed.scrollTop
          distance += Math.abs(before - feed.scrollTop)
          probe.style.inlineSize = `${1 + (left % 2)}px`
          nextFrame()
        }
        nextFrame()
      })
  })
