import { o } from '../../texts/own.ts'

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]
const among = (all: readonly [RegExp, string][], text: string) => all.find(([sign]) => sign.test(text))?.[1]

/** A readable browser and system name from a User-Agent string. */
export function browserName(agent: string): string {
  const [browser, system] = [among(browsers, agent) ?? o.someBrowser, among(systems, agent)]
  return system ? o.browserOn(browser, system) : browser
}
