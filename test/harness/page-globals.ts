import { vi } from 'vitest'

/** Stubs the page globals that modules of the web client read while they load. Call `vi.unstubAllGlobals()` afterwards. */
export function stubPageGlobals(): void {
  vi.stubGlobal('document', { documentElement: { dataset: {}, lang: 'en' } })
  vi.stubGlobal('location', new URL('http://loquat.invalid/'))
  vi.stubGlobal('addEventListener', () => {})
}
