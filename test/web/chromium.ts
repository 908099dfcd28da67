import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'

const firstOf = (...paths: readonly (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/** Debian's, unless LOQUAT_CHROMIUM names another. */
export const chromiumProgram = firstOf(process.env.LOQUAT_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser')

/**
 * Chromium's headless shell. perf: pages take a third less CPU time in it. It shows no notifications, installs no
 * client, and doesn't persist a profile for tests that kill it.
 */
const shellProgram = process.env.LOQUAT_CHROMIUM
  ? chromiumProgram
  : (firstOf('/usr/bin/chromium-headless-shell') ?? chromiumProgram)

/**
 * Features of the browser outside of pages. Only the last such list counts, so this one also names what Playwright
 * turns off. perf: the address bar's own pages take as much CPU time as opening a page.
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

/** A microphone that beeps, a green camera, and a screen that's shared without asking. */
const devices = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
]

/** Loaded only here: playwright-core isn't installed where the client is only served. */
const playwright = () => createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core')
const options = { executablePath: chromiumProgram as string, args: flags, timeout: 180_000 }

/** A headless browser; the smaller headless shell if it's installed and no full browser is needed. `hasDevices`: a microphone and a camera. */
export const launchChromium = ({ isWhole = false, hasScrollbars = false, hasDevices = false } = {}): Promise<Browser> =>
  playwright().chromium.launch({
    ...options,
    ...(hasDevices ? { args: [...flags, ...devices] } : {}),
    ...(isWhole ? {} : { executablePath: shellProgram as string }),
    // Playwright hides them by default
    ...(hasScrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
  })

/** A browser with a window and the accessibility tree that screen readers use. */
export const launchForReaders = (): Promise<Browser> =>
  playwright().chromium.launch({ ...options, headless: false, args: [...flags, '--force-renderer-accessibility'] })

/** A full browser with its profile in a folder, and its process ID to kill it. */
export async function launchChromiumIn(folder: string): Promise<{ context: BrowserContext; pid: number }> {
  const context = await playwright().chromium.launchPersistentContext(folder, options)
  // a symbolic link to host-pid
  const pid = Number((await readlink(join(folder, 'SingletonLock'))).split('-').at(-1))
  return { context, pid }
}
