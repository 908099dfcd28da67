import { vi } from 'vitest'

/** Stubs what modules of the web client read from the page while they load. Call `vi.unstubAllGlobals()` afterwards. */
export function stubPageGlobals(): void {
  vi.stubGlobal('document', { documentElement: { dataset: {}, lang: 'en' } })
  vi.stubGlobal('location', new URL('http://loquat.invalid/'))
  vi.stubGlobal('addEventListener', () => {})
}
