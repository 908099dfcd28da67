/** Reported if it doesn't appear: see test/web/every-view.ts. */
const waitsFor = (what: string): void => {
  document.documentElement.dataset.waits = what
}

export async function until<T>(what: string, find: () => T | null | undefined | false): Promise<T> {
  waitsFor(what)
  for (;;) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export const there = (selector: string): Promise<HTMLElement> =>
  until(selector, () => document.querySelector<HTMLElement>(selector))

/** Waits for the first element with that text or label. */
export const called = (selector: string, words: string): Promise<HTMLElement> =>
  until(`${selector} “${words}”`, () =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.textContent?.startsWith(words) || one.getAttribute('aria-label') === words,
    ),
  )

export function painted(): Promise<unknown> {
  waitsFor('being drawn')
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}
