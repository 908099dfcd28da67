import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'

/** Debian's; another place is named by the environment. */
export const firefoxProgram = [process.env.LOQUAT_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path && existsSync(path),
)

/** An unchanged Firefox without a window, steered by WebDriver BiDi. */
export const launchFirefox = (): Promise<Browser> => {
  const { firefox } = createRequire(import.meta.url)('playwright-for-firefox') as typeof import('playwright-core')
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxProgram as string,
    timeout: 180_000,
    firefoxUserPrefs: {
      // organizations of tests have names that no name server knows
      'network.dns.forceResolve': '127.0.0.1',
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'toolkit.telemetry.enabled': false,
    },
  })
}
