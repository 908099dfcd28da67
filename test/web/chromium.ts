import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'

/** Debian's; another place is named by the environment. */
export const chromiumProgram = [process.env.LOQUAT_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && existsSync(path),
)

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.loquat.test 127.0.0.1, MAP loquat.test 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** A browser without a window. The package is loaded only here: it is not there where the client is only served. */
export async function launchChromium(): Promise<Browser> {
  const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core')
  return chromium.launch({ executablePath: chromiumProgram as string, args: flags, timeout: 180_000 })
}
