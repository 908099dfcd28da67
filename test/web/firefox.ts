import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { projectRoot } from '#platform/config'

/** Debian's, unless LOQUAT_FIREFOX names another. */
export const firefoxProgram = [process.env.LOQUAT_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path && existsSync(path),
)

/** Installed by `npm run test:firefox`. */
const fromTools = createRequire(join(projectRoot, 'tools/package.json'))

export const hasFirefox =
  firefoxProgram !== undefined && existsSync(join(projectRoot, 'tools/node_modules/playwright-for-firefox'))

/** A microphone that beeps and a camera, used without asking, and connections on loopback. */
const devices = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'media.autoplay.default': 0,
}

/** An unmodified headless Firefox, driven by WebDriver BiDi. `hasDevices`: a microphone and a camera. */
export const launchFirefox = ({ hasDevices = false } = {}): Promise<Browser> => {
  const { firefox } = fromTools('playwright-for-firefox') as typeof import('playwright-core')
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxProgram as string,
    timeout: 180_000,
    firefoxUserPrefs: {
      // test organizations have host names that DNS doesn't know
      'network.dns.forceResolve': '127.0.0.1',
      'app.update.enabled': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'toolkit.telemetry.enabled': false,
      ...(hasDevices ? devices : {}),
    },
  })
}
