/** Said where it does not come: see test/web/every-view.ts. */
const waitsFor = (what: string): void => {
  document.documentElement.dataset.waits = what
}

/** What is found, as soon as it is there. */
export async function until<T>(what: string, find: () => T | null | undefined | false): Promise<T> {
  waitsFor(what)
  for (;;) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What a selector finds, as soon as it is there. */
export const there = (selector: string): Promise<HTMLElement> =>
  until(selector, () => document.querySelector<HTMLElement>(selector))

/** Of what a selector finds, the first that says that or is called so, as soon as it is there. */
export const called = (selector: string, words: string): Promise<HTMLElement> =>
  until(`${selector} “${words}”`, () =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.textContent?.startsWith(words) || one.getAttribute('aria-label') === words,
    ),
  )

/** What was changed has been drawn. */
export function painted(): Promise<unknown> {
  waitsFor('being drawn')
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}
