import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'

/** Debian's; another place is named by the environment. */
export const chromiumProgram = [process.env.LOQUAT_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && existsSync(path),
)

/**
 * What the browser would do beside the page. The last such list counts, so this one also names what Playwright turns off.
 * perf: the pages of Chromium's own address bar take as much processor time as opening a page does.
 */
const turnedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const flags = [
  `--disable-features=${turnedOff.join()}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.loquat.test 127.0.0.1, MAP loquat.test 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** The package is loaded only here: it is not there where the client is only served. */
const playwright = () => createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core')
const options = { executablePath: chromiumProgram as string, args: flags, timeout: 180_000 }

/** A browser without a window. */
export const launchChromium = (): Promise<Browser> => playwright().chromium.launch(options)

/** One with a window, whose pages screen readers are told of. */
export const launchForReaders = (): Promise<Browser> =>
  playwright().chromium.launch({ ...options, headless: false, args: [...flags, '--force-renderer-accessibility'] })

/** One that keeps what it knows in a folder, and can be killed by its process id. */
export async function launchChromiumIn(folder: string): Promise<{ context: BrowserContext; pid: number }> {
  const context = await playwright().chromium.launchPersistentContext(folder, options)
  // a link that names the machine and the process
  const pid = Number((await readlink(join(folder, 'SingletonLock'))).split('-').at(-1))
  return { context, pid }
}
